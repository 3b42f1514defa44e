import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FIRST_RETRY, GameSession, GIVE_UP_AFTER, RESEND_AFTER, type Socket } from "./session";

class FakeSocket implements Socket {
  readyState = 0;
  onopen: ((event: unknown) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { readonly code?: number }) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.({});
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let sockets: FakeSocket[] = [];
let ids = 0;
const world = {
  open: () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  },
  now: () => Date.now(),
  random: () => 0.5,
  newId: () => `c${++ids}`,
};

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  ids = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

function joined(): { session: GameSession; socket: FakeSocket } {
  const session = new GameSession("secret", world);
  const socket = sockets[0]!;
  socket.open();
  socket.say({ t: "state", seq: 1, ply: 0 });
  return { session, socket };
}

test("says hello with its token, and sends a command until it is acknowledged", () => {
  const { session, socket } = joined();
  expect(socket.sent[0]).toMatchObject({ t: "hello", token: "secret" });
  session.send({ t: "move", ply: 0, uci: "e2e4" });
  vi.advanceTimersByTime(RESEND_AFTER + 10);
  const moves = socket.sent.filter((each) => each.t === "move");
  expect(moves).toHaveLength(2);
  expect(moves[0]!.id).toBe(moves[1]!.id);
  socket.say({ t: "ack", id: moves[0]!.id, seq: 2 });
  vi.advanceTimersByTime(3 * RESEND_AFTER);
  expect(socket.sent.filter((each) => each.t === "move")).toHaveLength(2);
  expect(session.waiting.value).toBe(0);
  session.close();
});

test("a lost line comes back, and what was not acknowledged goes out again", () => {
  const { session, socket } = joined();
  session.send({ t: "resign" });
  socket.onclose?.({});
  expect(session.link.value).toBe("lost");
  vi.advanceTimersByTime(FIRST_RETRY + 10);
  const second = sockets[1]!;
  second.open();
  second.say({ t: "state", seq: 1, ply: 0 });
  expect(session.link.value).toBe("open");
  expect(second.sent.filter((each) => each.t === "resign")).toHaveLength(1);
  session.close();
});

test("silence is a lost line", () => {
  const { session } = joined();
  vi.advanceTimersByTime(GIVE_UP_AFTER + 10);
  expect(session.link.value).toBe("lost");
  session.close();
});

test("an older state does not overwrite a newer one", () => {
  const { session, socket } = joined();
  socket.say({ t: "state", seq: 5, ply: 3 });
  socket.say({ t: "state", seq: 4, ply: 2 });
  expect(session.state.value?.seq).toBe(5);
  session.close();
});

test("a refusal ends the command and is told", () => {
  const { session, socket } = joined();
  const told: string[] = [];
  session.onError = (error) => told.push(error.code);
  session.send({ t: "claim" });
  socket.say({ t: "error", id: "c1", code: "no-claim", detail: "" });
  expect(told).toEqual(["no-claim"]);
  expect(session.waiting.value).toBe(0);
  session.close();
});

test("a game that the server does not know is not asked for again", () => {
  const { session, socket } = joined();
  socket.onclose?.({ code: 4404 });
  expect(session.link.value).toBe("missing");
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});

test("what the server could not do yet is sent again", () => {
  const { session, socket } = joined();
  const told: string[] = [];
  session.onError = (error) => told.push(error.code);
  session.send({ t: "resign" });
  socket.say({ t: "error", id: "c1", code: "unavailable", detail: "" });
  expect(told).toEqual(["unavailable"]);
  vi.advanceTimersByTime(RESEND_AFTER + 10);
  expect(socket.sent.filter((each) => each.t === "resign")).toHaveLength(2);
  socket.say({ t: "ack", id: "c1", seq: 2 });
  expect(session.waiting.value).toBe(0);
  session.close();
});

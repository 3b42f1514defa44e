/**
 * One game over a socket. Commands carry ids and are sent again until the server says that they are
 * durable; a lost connection comes back by itself. Knows nothing of boards or pages.
 */

import { signal } from "@preact/signals";
import { type GameState, WireError } from "../core/wire";

/** Times from UX.md, "Timers that work"; milliseconds. */
export const PING_AFTER_PONG = 2500;
export const GIVE_UP_AFTER = 9000;
export const RESEND_AFTER = 2500;
export const FIRST_RETRY = 500;
export const LAST_RETRY = 10_000;

export type Link = "connecting" | "open" | "lost" | "missing";

export type Command =
  | { readonly t: "move"; readonly ply: number; readonly uci: string }
  | { readonly t: "takeback" | "resign" | "claim" | "draw" | "decline" | "abort" | "claim-win" }
  | { readonly t: "rematch"; readonly keep: boolean }
  | { readonly t: "chat"; readonly on: boolean }
  | { readonly t: "say"; readonly text: string }
  | { readonly t: "attempt"; readonly ply: number; readonly uci: string }
  | { readonly t: "pass"; readonly ply: number }
  | { readonly t: "holder"; readonly side: "q" | "k" }
  | { readonly t: "ready"; readonly ready: boolean }
  | { readonly t: "seat-bot"; readonly seat: string; readonly level: number }
  | { readonly t: "unseat"; readonly seat?: string }
  | { readonly t: "take-over"; readonly level: number };

/** As much of a WebSocket as is used, so that tests can be one. */
export interface Socket {
  readyState: number;
  onopen: ((event: unknown) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { readonly code?: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Surroundings {
  open(): Socket;
  now(): number;
  random(): number;
  newId(): string;
}

interface Pending {
  readonly text: string;
  timer: ReturnType<typeof setTimeout> | undefined;
}

type ServerMessage =
  | ({ readonly t: "state" } & GameState)
  | { readonly t: "ack"; readonly id: string; readonly seq: number }
  | { readonly t: "error"; readonly id?: string; readonly code: string; readonly detail: string }
  | { readonly t: "pong"; readonly n: number };

const OPEN = 1;
/** The server's close code for a game that it does not know: 4000 and the HTTP status. */
const GAME_MISSING = 4404;
/** Codes that ask for the same command once more. */
export const LATER: ReadonlySet<string> = new Set(["unavailable", "rate-limited"]);

export class GameSession {
  readonly state = signal<GameState | null>(null);
  readonly link = signal<Link>("connecting");
  /** Commands that wait for their acknowledgement. */
  readonly waiting = signal(0);
  /** When the state arrived, on the clock of `now`. */
  receivedAt = 0;
  onError: (error: WireError) => void = () => {};

  private socket: Socket | null = null;
  private readonly pending = new Map<string, Pending>();
  private retryDelay = FIRST_RETRY;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;
  private pingTimer: ReturnType<typeof setTimeout> | undefined;
  private deadTimer: ReturnType<typeof setTimeout> | undefined;
  private pings = 0;
  private closed = false;

  constructor(
    private readonly token: string,
    private readonly world: Surroundings,
  ) {
    this.connect();
  }

  /** Sends a command, and sends it again until it is acknowledged or refused. */
  send(command: Command): void {
    const id = this.world.newId();
    this.pending.set(id, { text: JSON.stringify({ ...command, id }), timer: undefined });
    this.waiting.value = this.pending.size;
    this.transmit(id);
  }

  /** Tries at once instead of waiting for the next attempt. */
  wake(): void {
    if (this.closed || this.link.value !== "lost") return;
    clearTimeout(this.retryTimer);
    this.connect();
  }

  close(): void {
    this.closed = true;
    for (const each of this.pending.values()) clearTimeout(each.timer);
    this.pending.clear();
    this.stopTimers();
    this.drop();
  }

  /** Milliseconds since the state arrived. */
  elapsed(): number {
    return this.world.now() - this.receivedAt;
  }

  private connect(): void {
    const socket = this.world.open();
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ t: "hello", token: this.token, since: 0 }));
      this.watch();
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      if (event.code === GAME_MISSING) {
        this.close();
        this.link.value = "missing";
      } else this.lost();
    };
    this.watch();
  }

  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  private lost(): void {
    this.stopTimers();
    this.drop();
    if (this.closed) return;
    this.link.value = "lost";
    const jitter = 0.75 + this.world.random() / 2;
    this.retryTimer = setTimeout(() => this.connect(), this.retryDelay * jitter);
    this.retryDelay = Math.min(LAST_RETRY, this.retryDelay * 2);
  }

  private stopTimers(): void {
    clearTimeout(this.retryTimer);
    clearTimeout(this.pingTimer);
    clearTimeout(this.deadTimer);
  }

  /** Anything heard keeps the line alive for another GIVE_UP_AFTER. */
  private watch(): void {
    clearTimeout(this.deadTimer);
    this.deadTimer = setTimeout(() => this.lost(), GIVE_UP_AFTER);
  }

  private schedulePing(): void {
    clearTimeout(this.pingTimer);
    this.pingTimer = setTimeout(() => {
      if (this.socket?.readyState === OPEN) {
        this.pings += 1;
        this.socket.send(JSON.stringify({ t: "ping", n: this.pings }));
      }
    }, PING_AFTER_PONG);
  }

  private transmit(id: string): void {
    const entry = this.pending.get(id);
    if (!entry) return;
    clearTimeout(entry.timer);
    if (this.socket?.readyState === OPEN) this.socket.send(entry.text);
    entry.timer = setTimeout(() => this.transmit(id), RESEND_AFTER);
  }

  private settle(id: string | undefined): void {
    const entry = id === undefined ? undefined : this.pending.get(id);
    if (id === undefined || !entry) return;
    clearTimeout(entry.timer);
    this.pending.delete(id);
    this.waiting.value = this.pending.size;
  }

  private receive(message: ServerMessage): void {
    this.watch();
    switch (message.t) {
      case "state": {
        const { t: _, ...state } = message;
        const fresh = this.link.value !== "open";
        const known = this.state.value;
        if (!fresh && known && state.seq < known.seq) return;
        this.receivedAt = this.world.now();
        this.state.value = state;
        if (fresh) {
          this.link.value = "open";
          this.retryDelay = FIRST_RETRY;
          this.schedulePing();
          for (const id of this.pending.keys()) this.transmit(id);
        }
        return;
      }
      case "ack":
        this.settle(message.id);
        return;
      case "error": {
        // Not refused, only not now: the command stays, and goes out again by its timer.
        if (!LATER.has(message.code)) this.settle(message.id);
        this.onError(new WireError(message.code, message.detail));
        return;
      }
      case "pong":
        this.schedulePing();
        return;
    }
  }
}

/** The surroundings in a browser. */
export function browserSurroundings(gameId: string): Surroundings {
  const url = new URL(`/api/v1/games/${encodeURIComponent(gameId)}/socket`, location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return {
    open: () => new WebSocket(url, "tagmate.v1") as unknown as Socket,
    now: () => performance.now(),
    random: () => Math.random(),
    newId: () => {
      const bytes = crypto.getRandomValues(new Uint8Array(12));
      return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    },
  };
}

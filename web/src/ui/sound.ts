/** Small sounds made on the spot: wood for moves, two notes for what needs you. No files. */

import { settings } from "./memory";

export type Sound = "move" | "capture" | "check" | "turn" | "hold" | "foul" | "low" | "end" | "refused";

let context: AudioContext | null = null;

/** Browsers allow sound only after the first touch or key. */
export function unlockSound(): void {
  if (!settings.value.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

function knock(audio: AudioContext, at: number, pitch: number, loudness: number): void {
  const length = Math.floor(audio.sampleRate * 0.06);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 6;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 4;
  const gain = audio.createGain();
  gain.gain.value = loudness;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

function note(audio: AudioContext, at: number, pitch: number, seconds: number): void {
  const tone = audio.createOscillator();
  tone.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.07, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + seconds);
  tone.connect(gain).connect(audio.destination);
  tone.start(at);
  tone.stop(at + seconds);
}

export function play(sound: Sound): void {
  if (!settings.value.sound || context?.state !== "running") return;
  const audio = context;
  const at = audio.currentTime;
  switch (sound) {
    case "move":
      knock(audio, at, 900, 0.9);
      break;
    case "capture":
      knock(audio, at, 1300, 0.9);
      knock(audio, at + 0.05, 700, 0.9);
      break;
    case "check":
      knock(audio, at, 900, 0.9);
      note(audio, at + 0.03, 660, 0.25);
      break;
    case "turn":
      note(audio, at, 520, 0.18);
      break;
    case "hold":
      note(audio, at, 520, 0.16);
      note(audio, at + 0.12, 780, 0.22);
      break;
    case "foul":
      note(audio, at, 220, 0.18);
      note(audio, at + 0.14, 165, 0.3);
      break;
    case "low":
      note(audio, at, 880, 0.12);
      note(audio, at + 0.16, 880, 0.12);
      break;
    case "end":
      note(audio, at, 523, 0.3);
      note(audio, at + 0.18, 392, 0.5);
      break;
    case "refused":
      knock(audio, at, 300, 0.7);
      break;
  }
}

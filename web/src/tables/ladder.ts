/** The endings to practise, from the easiest, and how far from the end to begin. Pure. */

export interface Rung {
  readonly variant: string;
  readonly ending: string;
  /** Plies of the longest win with White to move, as the tables have it; 0 where the table is to be asked. */
  readonly longest: number;
  /** Stands beside the ladder: to compare, or of another kind. */
  readonly aside?: boolean;
}

const teammate = (ending: string, longest: number, aside?: boolean): Rung => ({
  variant: "teammate",
  ending,
  longest,
  ...(aside ? { aside } : {}),
});

/** A test on the server holds the distances to the claims that were computed. */
export const LADDER: readonly Rung[] = [
  teammate("KAJk", 17),
  teammate("KJUk", 23),
  teammate("KACk", 25),
  teammate("KJEk", 29),
  teammate("KJFk", 33),
  teammate("KCNk", 37),
  teammate("KAMk", 41),
  teammate("KUNk", 43),
  teammate("KEEk", 45),
  teammate("KFEk", 51),
  teammate("KFNk", 59),
  teammate("KUMk", 63),
  teammate("KNEk", 73),
  teammate("KFMk", 79),
  teammate("KEMk", 81),
  teammate("KMBk", 89),
  teammate("KBBk", 101),
  { variant: "chess", ending: "KBNk", longest: 65, aside: true },
  teammate("KPk", 91, true),
];

export type Role = "attack" | "defend";
export type Distance = "near" | "middle" | "far";
export const DISTANCES: readonly Distance[] = ["near", "middle", "far"];

export function rungOf(variant: string, ending: string): Rung | undefined {
  return LADDER.find((each) => each.variant === variant && each.ending === ending);
}

type Named = Pick<Rung, "variant" | "ending">;

export function keyOf({ variant, ending }: Named): string {
  return `${variant}/${ending}`;
}

/** What progress is told by: the two roles are learned apart. */
export function progressKey(rung: Named, role: Role): string {
  return role === "defend" ? `${keyOf(rung)}/defend` : keyOf(rung);
}

/** What was practised in a role and is no rung of the ladder. */
export function practisedBeside(keys: readonly string[], role: Role): readonly Rung[] {
  return keys.flatMap((key) => {
    const [variant = "", ending = "", defend] = key.split("/");
    if ((defend === "defend") !== (role === "defend") || rungOf(variant, ending)) return [];
    return [{ variant, ending, longest: 0 }];
  });
}

/** The plies from the end between which a position of that difficulty lies. */
export function rangeOf(longest: number, distance: Distance): { low: number; high: number } {
  const third = longest / 3;
  switch (distance) {
    case "near":
      return { low: 3, high: Math.max(5, Math.round(third)) };
    case "middle":
      return { low: Math.round(third) + 1, high: Math.round(2 * third) };
    case "far":
      return { low: Math.round(2 * third) + 1, high: longest };
  }
}

/** Days since 1970 where the reader is. */
export function dayOf(date: Date): number {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);
}

/** The position of a day: the same for all, another ending each day. */
export function daily(day: number): { rung: Rung; distance: Distance; seed: number } {
  const rungs = LADDER.filter((each) => !each.aside);
  // A step that has no divisor with the number of rungs comes to all of them.
  const rung = rungs[(day * 7) % rungs.length]!;
  return { rung, distance: DISTANCES[1 + (day % 2)]!, seed: day };
}

/** Moves of the winner in so many plies to the end. */
export function movesIn(plies: number): number {
  return Math.ceil(plies / 2);
}

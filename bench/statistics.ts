export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** `items`, starting at another one each round, so that none is always first behind the same neighbour. */
export const rotated = <T>(items: T[], round: number): T[] => items.map((_, i) => items[(i + round) % items.length]!)

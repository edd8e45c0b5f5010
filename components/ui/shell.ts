/** A word for a shell. Single quotes keep it from reading anything in it (POSIX 2.2.2). */
export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

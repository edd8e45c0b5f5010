/** Properties with commas between them. A comma within double quotes belongs to a name (`""` stands for one quote). */
export const parseNames = (text: string): string[] =>
  (text.match(/(?:"(?:[^"]|"")*"?|[^,"])+/g) ?? []).map((name) => name.trim()).filter((name) => name !== '')

export const pseudoTags: readonly string[]
export function pseudoWords(tag: string): Record<string, unknown>
export function writePseudoWords(folder: string): void

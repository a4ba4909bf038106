/** Notes belong to an organization. They are stored in memory: use your database instead, with the organization in every query. */
export interface Note {
  id: string
  text: string
  by: string
}

const notes = new Map<string, Note[]>()

export const notesOf = (organization: string | null): readonly Note[] => notes.get(organization ?? '') ?? []

export function addNote(organization: string | null, note: Omit<Note, 'id'>): void {
  const text = note.text.trim().slice(0, 500)
  if (!text) return
  const added = { ...note, id: crypto.randomUUID(), text }
  notes.set(organization ?? '', [...notesOf(organization), added].slice(-100))
}

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

// The tables of the other starters: with their DATABASE_URL, the tools see the notes that people write on the pages. Every function
// takes the organization first, and every statement has it: no caller can read or change the notes of another organization.

export interface Note {
  id: string
  organization: string
  text: string
  authorId: string
  authorName: string
  createdAt: string
}

export interface Author {
  id: string
  name: string
  /** Owners and admins: they may delete the notes of others. */
  manages: boolean
}

/** Why a note was not added. */
export type Refusal = 'empty' | 'too_long' | 'not_allowed' | 'plan_limit'

export const longestNote = 500
const plans = { free: 100, team: 10_000 }

const tables = `
  CREATE TABLE IF NOT EXISTS "Note" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "organization" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "authorName" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
  );
  CREATE TABLE IF NOT EXISTS "OrganizationSettings" (
    "organization" TEXT NOT NULL PRIMARY KEY,
    "whoCanAdd" TEXT NOT NULL DEFAULT 'everyone',
    "plan" TEXT NOT NULL DEFAULT 'free',
    "noteCount" INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX IF NOT EXISTS "Note_organization_id_idx" ON "Note"("organization", "id");
`

export type Notes = ReturnType<typeof openNotes>

/** Opens the database of a URL like `file:./data/notes.db`. */
export function openNotes(url: string) {
  if (!url.startsWith('file:'))
    throw new Error('DATABASE_URL begins with file:, because the notes are stored by SQLite.')
  const path = url.slice('file:'.length)
  mkdirSync(dirname(path), { recursive: true })
  const database = new DatabaseSync(path, { timeout: 5000 })
  database.exec(`PRAGMA journal_mode = WAL; ${tables}`)
  const settings = database.prepare(
    'INSERT INTO "OrganizationSettings" ("organization") VALUES (?) ON CONFLICT DO NOTHING',
  )
  const page = database.prepare('SELECT * FROM "Note" WHERE "organization" = ? AND "id" < ? ORDER BY "id" DESC LIMIT ?')
  // One conditional statement: however many requests come at once, the last free place is taken by one of them.
  const takePlace = database.prepare(
    `UPDATE "OrganizationSettings" SET "noteCount" = "noteCount" + 1
     WHERE "organization" = ? AND "noteCount" < CASE "plan" WHEN 'team' THEN ${plans.team} ELSE ${plans.free} END`,
  )
  const freePlaces = database.prepare(
    'UPDATE "OrganizationSettings" SET "noteCount" = "noteCount" - ? WHERE "organization" = ?',
  )
  const whoCanAdd = database.prepare('SELECT "whoCanAdd" FROM "OrganizationSettings" WHERE "organization" = ?')
  const insert = database.prepare('INSERT INTO "Note" VALUES (?, ?, ?, ?, ?, ?)')
  const remove = database.prepare('DELETE FROM "Note" WHERE "organization" = ? AND "id" = ? AND (? OR "authorId" = ?)')
  const removeAll = database.prepare('DELETE FROM "Note" WHERE "organization" = ?')

  function inTransaction<Result>(run: () => Result): Result {
    database.exec('BEGIN IMMEDIATE')
    try {
      const result = run()
      database.exec('COMMIT')
      return result
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }

  return {
    /** A page of notes, the newest first. `before` is the id of the last note of the previous page. */
    list(organization: string, before = '~', limit = 50): { notes: Note[]; next: string | null } {
      const found = page.all(organization, before, limit + 1) as unknown as Note[]
      const notes = found.slice(0, limit)
      return { notes, next: found.length > limit ? (notes.at(-1)?.id ?? null) : null }
    },

    /** Adds a note, unless the text, the settings or the plan of the organization forbid it. */
    add(organization: string, author: Author, input: string): { note: Note } | { refused: Refusal } {
      const text = input.replaceAll(/[\0\p{Surrogate}]/gu, '').trim()
      if (text === '') return { refused: 'empty' }
      if (text.length > longestNote) return { refused: 'too_long' }
      return inTransaction(() => {
        settings.run(organization)
        if (whoCanAdd.get(organization)?.whoCanAdd === 'managers' && !author.manages) return { refused: 'not_allowed' }
        if (takePlace.run(organization).changes === 0) return { refused: 'plan_limit' }
        const createdAt = new Date().toISOString()
        const note: Note = { id: noteId(), organization, text, authorId: author.id, authorName: author.name, createdAt }
        insert.run(note.id, organization, text, author.id, author.name, createdAt)
        return { note }
      })
    },

    /** Deletes a note of the person, or any note for owners and admins. False if there is no such note for them. */
    delete(organization: string, person: Author, id: string): boolean {
      return inTransaction(() => {
        const { changes } = remove.run(organization, id, person.manages ? 1 : 0, person.id)
        freePlaces.run(changes, organization)
        return changes > 0
      })
    },

    deleteAll(organization: string): number {
      return inTransaction(() => {
        const { changes } = removeAll.run(organization)
        freePlaces.run(changes, organization)
        return Number(changes)
      })
    },
  }
}

/** A UUID of version 7 (RFC 9562 section 5.7): the ids of later notes are greater. */
function noteId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  const random = crypto.randomUUID()
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`
}

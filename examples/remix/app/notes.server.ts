import type { Note, OrganizationSettings } from '../generated/prisma/client'
import { prisma } from './database.server'

// Every function takes the organization first, and every query has it: no page can read or change the notes of another one.

export type { Note }
export const pageSize = 50
export const longestNote = 500
export const plans = {
  free: { name: 'Free', notes: 100 },
  team: { name: 'Team', notes: 10_000 },
} as const
export type Plan = keyof typeof plans
export type WhoCanAdd = 'everyone' | 'managers'

export interface Author {
  id: string
  name: string
  /** Owners and admins: they may delete the notes of others. */
  manages: boolean
}

export interface Settings {
  whoCanAdd: WhoCanAdd
  plan: Plan
  noteCount: number
}

/** Why a note was not added. */
export type Refusal = 'empty' | 'too_long' | 'not_allowed' | 'plan_limit'

const settingsOf = (row: OrganizationSettings | null): Settings => ({
  whoCanAdd: row?.whoCanAdd === 'managers' ? 'managers' : 'everyone',
  plan: row?.plan === 'team' ? 'team' : 'free',
  noteCount: row?.noteCount ?? 0,
})

export async function getSettings(organization: string): Promise<Settings> {
  return settingsOf(await prisma.organizationSettings.findUnique({ where: { organization } }))
}

export async function changeSettings(
  organization: string,
  change: { whoCanAdd?: WhoCanAdd; plan?: Plan },
): Promise<void> {
  await prisma.organizationSettings.upsert({
    where: { organization },
    create: { organization, ...change },
    update: change,
  })
}

/** Ids are UUIDs of version 7 (RFC 9562 section 5.7): the ids of later notes are greater. */
const noteId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A page of notes, the newest first. `before` is the id of the last note of the previous page, which may be gone by now. */
export async function listNotes(
  organization: string,
  before?: string,
  limit = pageSize,
): Promise<{ notes: Note[]; next: string | null }> {
  if (before && !noteId.test(before)) return { notes: [], next: null }
  const found = await prisma.note.findMany({
    where: { organization, ...(before && { id: { lt: before } }) },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const notes = found.slice(0, limit)
  return { notes, next: found.length > limit ? (notes.at(-1)?.id ?? null) : null }
}

/** Adds a note, unless the text, the settings or the plan of the organization forbid it. */
export async function addNote(
  organization: string,
  author: Author,
  input: string,
): Promise<{ note: Note } | { refused: Refusal }> {
  // PostgreSQL stores no NUL, and half a character cannot be written to a page.
  const text = input.replaceAll(/[\0\p{Surrogate}]/gu, '').trim()
  if (text === '') return { refused: 'empty' }
  if (text.length > longestNote) return { refused: 'too_long' }
  const { whoCanAdd } = await ensureSettings(organization)
  if (whoCanAdd === 'managers' && !author.manages) return { refused: 'not_allowed' }
  return prisma.$transaction(async (transaction) => {
    // One conditional statement: however many requests come at once, the last free place is taken by one of them.
    const { count } = await transaction.organizationSettings.updateMany({
      where: {
        organization,
        OR: Object.entries(plans).map(([plan, { notes }]) => ({ plan, noteCount: { lt: notes } })),
      },
      data: { noteCount: { increment: 1 } },
    })
    if (count === 0) return { refused: 'plan_limit' as const }
    return {
      note: await transaction.note.create({
        data: { organization, text, authorId: author.id, authorName: author.name },
      }),
    }
  })
}

/** Deletes a note of the person, or any note for owners and admins. False if there is no such note for them. */
export async function deleteNote(organization: string, person: Author, id: string): Promise<boolean> {
  if (!noteId.test(id)) return false
  return prisma.$transaction(async (transaction) => {
    const { count } = await transaction.note.deleteMany({
      where: { organization, id, ...(person.manages ? {} : { authorId: person.id }) },
    })
    if (count > 0)
      await transaction.organizationSettings.update({
        where: { organization },
        data: { noteCount: { decrement: count } },
      })
    return count > 0
  })
}

export function deleteAllNotes(organization: string): Promise<number> {
  return prisma.$transaction(async (transaction) => {
    const { count } = await transaction.note.deleteMany({ where: { organization } })
    if (count > 0)
      await transaction.organizationSettings.update({
        where: { organization },
        data: { noteCount: { decrement: count } },
      })
    return count
  })
}

/** All notes of an organization, a page at a time: an export does not hold them all in memory. */
export async function* everyNote(organization: string): AsyncGenerator<Note> {
  let before: string | undefined
  do {
    const { notes, next } = await listNotes(organization, before)
    yield* notes
    before = next ?? undefined
  } while (before)
}

/** Two first notes at the same time create the row once. */
async function ensureSettings(organization: string): Promise<Settings> {
  const found = await prisma.organizationSettings.findUnique({ where: { organization } })
  if (found) return settingsOf(found)
  await prisma.organizationSettings.create({ data: { organization } }).catch((error: { code?: string }) => {
    if (error.code !== 'P2002') throw error
  })
  return getSettings(organization)
}

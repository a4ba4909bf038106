import { expect, test } from 'vitest'
import { proofWindow, SeenProofs } from '../src/provider/seen-proofs.ts'

// The proofs that a process remembers: what its bound costs, and whom. Ids are those of the catalogue of attacks.

const at = 1_000_000
const proof = (caller: string, id: number | string, iat = at) => ({ caller, id: String(id), iat })

test('a proof is remembered until it is too old to be accepted', () => {
  const seen = new SeenProofs(4)
  expect(seen.add(proof('ada', 1), at)).toBe(true)
  expect(seen.add(proof('ada', 1), at + proofWindow)).toBe(false)
  // What is too old leaves its place.
  for (let jti = 2; jti < 50; jti++) {
    const later = at + jti * (proofWindow + 1)
    expect([jti, seen.add(proof('ada', jti, later), later)]).toEqual([jti, true])
  }
})

test('DP-10 SC-56 a flood of one caller replays nothing, of nobody, and locks out nobody else', () => {
  const seen = new SeenProofs(1000)
  const honest = Array.from({ length: 20 }, (_, index) => proof(`person ${index}`, 'first'))
  for (const each of honest) expect(seen.add(each, at)).toBe(true)
  const flood: ReturnType<typeof proof>[] = []
  for (let jti = 0; jti < 20_000; jti++) {
    // With every iat that is accepted.
    const each = proof('mallory', jti, at + ((jti * 7) % 600) - 300)
    if (seen.add(each, at + Math.floor(jti / 1000))) flood.push(each)
  }
  expect(flood.length).toBeGreaterThan(500)
  const after = at + 20
  for (const each of [...honest, ...flood]) expect([each, seen.add(each, after)]).toEqual([each, false])
  for (const { caller } of honest) expect(seen.add(proof(caller, 'second', after), after)).toBe(true)
  expect(seen.add(proof('newcomer', 1, after), after)).toBe(true)
})

test('a caller with many proofs, and no other, goes on without a refusal', () => {
  const seen = new SeenProofs(1000)
  // Five times what is remembered, in the time for which it is.
  for (let jti = 0; jti < 5000; jti++) {
    const seconds = at + Math.floor(jti / 20)
    expect([jti, seen.add(proof('service', jti, seconds), seconds)]).toEqual([jti, true])
  }
  expect(seen.add(proof('service', 0), at + 250)).toBe(false)
})

test('too many callers at once: new proofs are refused until there is room', () => {
  const seen = new SeenProofs(1000)
  const accepted = Array.from({ length: 2000 }, (_, index) => seen.add(proof(`key ${index}`, 1), at)).filter(Boolean)
  expect(accepted).toHaveLength(500)
  expect(seen.add(proof('key 0', 2), at + 1)).toBe(false)
  expect(seen.add(proof('key 0', 1), at + 1)).toBe(false)
  const later = at + proofWindow + 1
  expect(seen.add(proof('key 0', 2, later), later)).toBe(true)
})

import { describe, expect, test } from 'vitest'
import { type ImportFormat, linesOf } from '../src/flows/management/user-import/import-formats.ts'

async function read(format: ImportFormat, text: string): Promise<unknown[]> {
  async function* lines() {
    yield* text.split('\n')
  }
  const found: unknown[] = []
  for await (const line of linesOf(format, lines())) found.push(JSON.parse(line))
  return found
}

const auth0 = {
  user_id: 'auth0|5f7c8ec7c33c6c004bbafe82',
  email: 'grace@example.test',
  email_verified: true,
  name: 'Grace Hopper',
  given_name: 'Grace',
  family_name: 'Hopper',
  nickname: 'grace',
  picture: 'https://cdn.example.test/g.png',
  created_at: '2021-03-01T12:00:00.000Z',
  identities: [{ provider: 'auth0', user_id: '5f7c8ec7c33c6c004bbafe82', isSocial: false }],
  logins_count: 4,
  phone_number: '+44 20 7946 0958',
  phone_verified: true,
}
const fromAuth0 = {
  sub: 'auth0|5f7c8ec7c33c6c004bbafe82',
  email: 'grace@example.test',
  email_verified: true,
  given_name: 'Grace',
  family_name: 'Hopper',
  nickname: 'grace',
  picture: 'https://cdn.example.test/g.png',
  phone: '+442079460958',
  phone_verified: true,
  created_at: '2021-03-01T12:00:00.000Z',
}

describe('what other systems export', () => {
  test('Auth0, as lines, as an array and as a pretty one', async () => {
    const blocked = { ...auth0, user_id: 'samlp|acme|b', blocked: true }
    const lines = [fromAuth0, { ...fromAuth0, sub: 'samlp|acme|b', disabled: true }]
    const both = [auth0, blocked]
    expect(await read('auth0', `${both.map((one) => JSON.stringify(one)).join('\n')}\n`)).toEqual(lines)
    expect(await read('auth0', JSON.stringify(both))).toEqual(lines)
    expect(await read('auth0', JSON.stringify(both, null, 2))).toEqual(lines)
  })

  test('Keycloak', async () => {
    const realm = {
      realm: 'acme',
      organizations: [
        { id: '1', name: 'Acme GmbH', alias: 'acme', members: [{ username: 'grace', membershipType: 'UNMANAGED' }] },
        { id: '2', name: 'Other', alias: 'other', members: [] },
      ],
      users: [
        {
          id: '0b8c7c1e-7a43-4d0b-9f0e-3a3f8c2e1d11',
          username: 'grace',
          firstName: 'Grace',
          lastName: 'Hopper',
          email: 'grace@example.test',
          emailVerified: true,
          enabled: false,
          createdTimestamp: 1_614_600_000_000,
          attributes: { phoneNumber: ['+442079460958'], phoneNumberVerified: ['false'] },
          credentials: [{ type: 'password', secretData: 'not ours to take' }],
        },
      ],
    }
    expect(await read('keycloak', JSON.stringify(realm, null, 2))).toEqual([
      {
        sub: '0b8c7c1e-7a43-4d0b-9f0e-3a3f8c2e1d11',
        email: 'grace@example.test',
        email_verified: true,
        given_name: 'Grace',
        family_name: 'Hopper',
        preferred_username: 'grace',
        phone: '+442079460958',
        created_at: '2021-03-01T12:00:00.000Z',
        disabled: true,
        organizations: [{ slug: 'acme', name: 'Acme GmbH', roles: ['member'] }],
      },
    ])
  })

  test('Clerk', async () => {
    const address = (id: string, email_address: string, status: string) => ({
      id,
      email_address,
      verification: { status },
    })
    const user = {
      id: 'user_2abcDEF',
      primary_email_address_id: 'idn_2',
      email_addresses: [
        address('idn_1', 'old@example.test', 'verified'),
        address('idn_2', 'grace@example.test', 'verified'),
        address('idn_3', 'never@example.test', 'unverified'),
      ],
      first_name: 'Grace',
      last_name: null,
      image_url: 'https://img.example.test/g.png',
      banned: false,
      created_at: 1_614_600_000_000,
      organization_memberships: [
        { role: 'org:admin', organization: { slug: 'navy', name: 'The Navy' } },
        { role: 'org:member', organization: { slug: 'mill', name: 'Mill' } },
      ],
    }
    expect(await read('clerk', JSON.stringify([user]))).toEqual([
      {
        sub: 'user_2abcDEF',
        email: 'grace@example.test',
        email_verified: true,
        other_emails: ['old@example.test'],
        given_name: 'Grace',
        picture: 'https://img.example.test/g.png',
        created_at: '2021-03-01T12:00:00.000Z',
        organizations: [
          { slug: 'navy', name: 'The Navy', roles: ['owner'] },
          { slug: 'mill', name: 'Mill', roles: ['member'] },
        ],
      },
    ])
  })
})

import { afterAll, beforeAll, describe, test } from 'vitest'
import type { ThemeKey } from '../../src/flows/platform/themes/published-themes.ts'
import {
  discardThemeDraft,
  saveThemeDraft,
  saveThemeImage,
  saveThemeTexts,
} from '../../src/flows/themes/theme-drafts.ts'
import { decideThemeName, publishTheme, restoreThemeVersion } from '../../src/flows/themes/theme-publishing.ts'
import { databases } from '../support/databases.ts'
import { png } from '../support/images.ts'
import { failsWithoutItsEvent } from '../support/lost-events.ts'
import { openTestWorld, type TestWorld } from '../support/world.ts'

// A change of a theme and its event are kept together, as those of everything else.

describe.each(databases)('themes on %s', (database) => {
  let world: TestWorld
  beforeAll(async () => {
    world = await openTestWorld({ THEMES: 'instance,organization:name' }, { database })
  })
  afterAll(() => world?.close())

  test('each change of a theme is undone without its event', async () => {
    const { deps } = world
    const operator = { kind: 'operator', id: 'operator', network: '::/48' } as const
    const instance: ThemeKey = { scope: 'instance', id: '' }
    const updates = (name: string, run: () => Promise<unknown>) =>
      failsWithoutItsEvent(world, [name, ['theme.updated'], run])
    const publishes = (name: string, run: () => Promise<unknown>) =>
      failsWithoutItsEvent(world, [name, ['theme.published'], run])
    await updates('save a draft', () => saveThemeDraft(deps, operator, instance, { accent: '#0057ff' }))
    await updates('save texts', () =>
      saveThemeTexts(deps, operator, instance, { language: 'en', input: { footer: 'Hello' } }),
    )
    await updates('add a logo', () => saveThemeImage(deps, operator, instance, { name: 'logo', bytes: png(8, 8) }))
    await publishes('publish', () => publishTheme(deps, operator, instance))
    await updates('take the logo out', () => saveThemeImage(deps, operator, instance, { name: 'logo', bytes: null }))
    await updates('discard', () => discardThemeDraft(deps, operator, instance))
    await publishes('go back', () => restoreThemeVersion(deps, operator, instance, 1))

    const { person } = await world.signIn()
    const { id } = await deps.db.prisma.organization.findFirstOrThrow({ where: { name: person.organization } })
    const member = await deps.db.prisma.membership.findFirstOrThrow({ where: { organizationId: id } })
    const owner = { kind: 'user', id: member.userId, network: '::/48' } as const
    const organization: ThemeKey = { scope: 'organization', id }
    await saveThemeDraft(deps, owner, organization, { name: 'Rockets' })
    await publishes('hold a name', () => publishTheme(deps, owner, organization))
    await updates('decline a name', () =>
      decideThemeName(deps, operator, organization, { name: 'Rockets', allowed: false }),
    )
  })
})

import * as z from 'zod'
import { themeScopes } from '../../../config/themes.ts'
import { maxImageSize } from '../../../flows/platform/themes/images.ts'
import { instanceTheme, type ThemeKey } from '../../../flows/platform/themes/published-themes.ts'
import { themeTextKeys } from '../../../flows/platform/themes/texts.ts'
import type { ImageName } from '../../../flows/platform/themes/values.ts'
import {
  discardThemeDraft,
  saveThemeDraft,
  saveThemeImage,
  saveThemeTexts,
} from '../../../flows/themes/theme-drafts.ts'
import { fieldOf, inputNames, type ThemeInput } from '../../../flows/themes/theme-input.ts'
import { decideThemeName, publishTheme, restoreThemeVersion } from '../../../flows/themes/theme-publishing.ts'
import { listThemesOf, viewTheme } from '../../../flows/themes/theme-views.ts'
import { imageOfSize } from '../fields.ts'
import { type Call, list, operation, pageOf, type Reply, range } from '../operation.ts'
import { Problem } from '../problems.ts'
import { newTexts, newValues, summary, theme, toTheme } from './schemas.ts'

/** A column holds no larger number. */
const count = z.int().max(2 ** 31 - 1)

const path = '/themes/{scope}/{theme}'

/** The theme that a path names. The instance's is `/themes/instance/default`. */
function keyOf(parameter: (name: 'scope' | 'theme') => string): ThemeKey {
  const scope = themeScopes.find((name) => name === parameter('scope'))
  const id = parameter('theme')
  if (!scope || (scope === 'instance' && id !== 'default'))
    throw new Problem(404, 'not_found', 'there is no such theme')
  return scope === 'instance' ? instanceTheme : { scope, id }
}

type ThemeCall = Pick<Call<'scope' | 'theme'>, 'deps' | 'actor' | 'parameter'>

async function themeReply({ deps, actor, parameter }: ThemeCall) {
  const view = await viewTheme(deps, actor, keyOf(parameter))
  return { body: toTheme(view, deps.config.issuer), etag: String(view.revision) } satisfies Reply
}

/** Null clears a value; what is absent stays. */
const inputOf = (body: z.output<typeof newValues>): ThemeInput =>
  Object.fromEntries(
    inputNames.flatMap((name) => {
      const value = body[fieldOf(name) as keyof typeof body]
      return value === undefined ? [] : [[name, value]]
    }),
  )

const images: ReadonlyMap<string, ImageName> = new Map([
  ['logo', 'logo'],
  ['logo_dark', 'logoDark'],
  ['icon', 'icon'],
])

function imageOf(name: string): ImageName {
  const image = images.get(name)
  if (!image) throw new Problem(404, 'not_found', 'an image is a logo, logo_dark or icon')
  return image
}

const imageBody = imageOfSize(maxImageSize).meta({ id: 'NewThemeImage' })
const publishBody = z
  .strictObject({ revision: count.optional().describe('412 if the theme has changed since this revision.') })
  .meta({ id: 'ThemePublication' })
const restoreBody = z
  .strictObject({ version: count.min(1), revision: count.optional() })
  .meta({ id: 'ThemeRestoration' })
const nameBody = z
  .strictObject({ name: z.string().max(100).describe('The name that was read.'), allowed: z.boolean() })
  .meta({ id: 'ThemeNameDecision' })

const reading = [
  list({
    path: '/themes',
    id: 'listThemes',
    summary: 'List the themes of organizations or clients',
    scope: 'themes:read',
    query: {
      scope: z.enum(['organization', 'client']).optional().describe('organization is the default.'),
      held: 'true for those alone whose product name waits for an answer.',
    },
    refuses: [404],
    item: summary,
    run: async (call) => {
      const scope = call.query('scope') ?? 'organization'
      if (scope !== 'organization' && scope !== 'client')
        throw new Problem(400, 'invalid_request', 'scope must be organization or client')
      const rows = await listThemesOf(call.deps, call.actor, scope, {
        ...range(call),
        held: call.query('held') === 'true',
      })
      return pageOf(
        rows,
        call,
        ({ key }) => key.id,
        ({ key, name, version, hasDraft, heldName }) => ({
          ...{ scope: key.scope, id: key.id, owner_name: name, version, has_draft: hasDraft },
          held_name: heldName,
        }),
      )
    },
  }),
  operation({
    method: 'get',
    path,
    id: 'getTheme',
    summary: 'Get a theme: its draft, what is published, and earlier versions',
    scope: 'themes:read',
    answer: theme,
    run: themeReply,
  }),
]

const drafting = [
  operation({
    method: 'patch',
    path,
    id: 'updateThemeDraft',
    summary: 'Change values of the draft of a theme',
    scope: 'themes:write',
    body: newValues,
    answer: theme,
    run: async (call) => {
      await saveThemeDraft(call.deps, call.actor, keyOf(call.parameter), inputOf(call.body), call.version)
      return themeReply(call)
    },
  }),
  operation({
    method: 'delete',
    path: `${path}/draft`,
    id: 'discardThemeDraft',
    summary: 'Discard the draft of a theme. What is published stays',
    scope: 'themes:write',
    run: ({ deps, actor, parameter }) => discardThemeDraft(deps, actor, keyOf(parameter)),
  }),
  operation({
    method: 'put',
    path: `${path}/texts/{language}`,
    id: 'replaceThemeTexts',
    summary: 'Replace the texts of a language in the draft of a theme',
    scope: 'themes:write',
    body: newTexts,
    answer: theme,
    run: async (call) => {
      const language = call.deps.languages.find(call.parameter('language'))
      if (language === null) throw new Problem(404, 'not_found', 'this is not one of our languages')
      const texts = Object.fromEntries(themeTextKeys.map((name) => [name, call.body[name] ?? '']))
      await saveThemeTexts(call.deps, call.actor, keyOf(call.parameter), { language, input: texts })
      return themeReply(call)
    },
  }),
  operation({
    method: 'put',
    path: `${path}/images/{image}`,
    id: 'replaceThemeImage',
    summary: 'Put an image into the draft of a theme: logo, logo_dark or icon',
    scope: 'themes:write',
    body: imageBody,
    maxBody: 384 * 1024,
    answer: theme,
    run: async (call) => {
      const bytes = new Uint8Array(Buffer.from(call.body.data, 'base64'))
      await saveThemeImage(call.deps, call.actor, keyOf(call.parameter), {
        name: imageOf(call.parameter('image')),
        bytes,
      })
      return themeReply(call)
    },
  }),
  operation({
    method: 'delete',
    path: `${path}/images/{image}`,
    id: 'removeThemeImage',
    summary: 'Remove an image from the draft of a theme',
    scope: 'themes:write',
    run: ({ deps, actor, parameter }) =>
      saveThemeImage(deps, actor, keyOf(parameter), { name: imageOf(parameter('image')), bytes: null }),
  }),
]

const publishing = [
  operation({
    method: 'post',
    path: `${path}/publish`,
    id: 'publishTheme',
    summary: 'Publish the draft of a theme. 412 if it has changed since `revision`',
    scope: 'themes:write',
    refuses: [412],
    body: publishBody,
    answer: theme,
    run: async (call) => {
      await publishTheme(call.deps, call.actor, keyOf(call.parameter), call.body.revision)
      return themeReply(call)
    },
  }),
  operation({
    method: 'post',
    path: `${path}/restore`,
    id: 'restoreThemeVersion',
    summary: 'Go back to an earlier version of a theme, which is published as a new one',
    scope: 'themes:write',
    refuses: [412],
    body: restoreBody,
    answer: theme,
    run: async (call) => {
      const { version, revision } = call.body
      await restoreThemeVersion(call.deps, call.actor, keyOf(call.parameter), version, revision)
      return themeReply(call)
    },
  }),
  operation({
    method: 'post',
    path: `${path}/name`,
    id: 'decideThemeName',
    summary: 'Allow or decline the product name that an organization wants to use',
    scope: 'themes:write',
    refuses: [412],
    body: nameBody,
    answer: theme,
    run: async (call) => {
      await decideThemeName(call.deps, call.actor, keyOf(call.parameter), call.body)
      return themeReply(call)
    },
  }),
]

export const themeOperations = [...reading, ...drafting, ...publishing]

import { Hono } from 'hono'
import { faultsByMember } from '../../../flows/management/clients/client-metadata.ts'
import {
  countValues,
  declareField,
  getField,
  InvalidField,
  listFields,
  removeField,
  updateField,
} from '../../../flows/management/fields/fields.ts'
import type { DeclaredField } from '../../../flows/platform/fields/field-directory.ts'
import { OperationRefused } from '../../../flows/platform/operation-refused.ts'
import { pathParameter } from '../../../http/path-parameter.ts'
import { page, seeOther } from '../../../http/responses.ts'
import { fieldId, nameIn } from '../../../oidc/fields/field.ts'
import type { FieldFormProps, FieldFormValues } from '../../../pages/console/fields/field-form.tsx'
import { FieldPage, FieldsPage, type ListedField, NewFieldPage } from '../../../pages/console/fields/fields.tsx'
import { Facts } from '../../../pages/facts.tsx'
import type { Frame } from '../../../pages/layout.tsx'
import { numberFormat } from '../../../words/dates.ts'
import { actsOf, noticeAt, runAct } from '../../acts.tsx'
import { shownField } from '../../field-forms.ts'
import { mapRows, pageOfAll } from '../../listing.ts'
import type { PageContext } from '../../page-context.ts'
import {
  type ConsoleForm,
  type ConsoleRequest,
  openConsole,
  openConsoleToAct,
  openForm,
  versionOf,
} from '../request.ts'
import { changeOf, declarationOf, positionOf, valuesOf, valuesOfField, valuesOfNewField } from './form.ts'

const path = '/admin/fields'

/** What is declared of people, organizations and memberships, in FIELDS_FILE and here. */
export const fieldRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => showList(await openConsole(context, c, 'applications:read')))
    .get(`${path}/new`, async (c) =>
      showNew(await openConsoleToAct(context, c, 'applications:write'), { values: valuesOfNewField, faults: {} }),
    )
    .post(`${path}/new`, async (c) => declare(await openForm(context, c, 'applications:write')))
    .get(`${path}/:field`, async (c) => {
      const request = await openConsole(context, c, 'applications:read')
      return showField(request, await getField(context.deps, request.actor, pathParameter(c, 'field')))
    })
    .post(`${path}/:field`, async (c) => change(await openForm(context, c, 'applications:write')))

const listed = ({ words }: Frame, { field, record }: DeclaredField): ListedField => ({
  ...{ id: fieldId(field), name: nameIn(field.names, words.lang), of: field.of, type: field.type },
  ...{ reads: field.reads, writes: field.writes, ofFile: record === null },
})

async function showList({ deps, base, c, actor, frame, may }: ConsoleRequest): Promise<Response> {
  const found = await listFields(deps, actor)
  const fields = mapRows(
    pageOfAll(c, `${base}${path}`, found, ({ field }) => fieldId(field)),
    (declared) => listed(frame, declared),
  )
  return page(<FieldsPage frame={frame} fields={fields} mayAdd={may('applications:write')} />)
}

const showNew = ({ frame }: ConsoleRequest, form: FieldFormProps): Promise<Response> =>
  page(<NewFieldPage frame={frame} {...form} />, { status: Object.keys(form.faults).length > 0 ? 422 : 200 })

async function declare(form: ConsoleForm): Promise<Response> {
  const { deps, actor, params } = form
  const values = valuesOf(params)
  try {
    const id = await declareField(deps, actor, declarationOf(values))
    return seeOther(noticeAt(form, `${path}/${id}`, ['field-saved', id]))
  } catch (error) {
    if (error instanceof InvalidField) return showNew(form, { values, faults: faultsByMember(error) })
    const refused = error instanceof OperationRefused && ['taken', 'read-only', 'too-many'].includes(error.reason)
    if (!refused) throw error
    return showNew(form, { values, faults: { key: error.hint ?? 'is declared already, or there are too many fields' } })
  }
}

/** How many have a value: of all, or of the newest. */
async function having({ deps, actor, frame }: ConsoleRequest, { field }: DeclaredField): Promise<string> {
  const { count, total, isAll } = await countValues(deps, actor, field)
  const { fields, lang } = frame.words
  const { format } = numberFormat(lang)
  const numbers = { count: format(count), total: format(total) }
  return isAll ? fields.havingOf(numbers) : fields.havingNewest(numbers)
}

async function showField(
  request: ConsoleRequest,
  declared: DeclaredField,
  refused?: FieldFormProps & { outdated: boolean },
): Promise<Response> {
  const { frame, may } = request
  return page(
    <FieldPage
      frame={frame}
      having={await having(request, declared)}
      field={listed(frame, declared)}
      preview={shownField(frame, declared.field)}
      version={declared.record?.changeNumber ?? null}
      values={refused?.values ?? valuesOfField(declared)}
      faults={refused?.faults ?? {}}
      outdated={refused?.outdated ?? false}
      mayChange={may('applications:write')}
    />,
    { status: refused ? 422 : 200 },
  )
}

async function change(form: ConsoleForm): Promise<Response> {
  const declared = await getField(form.deps, form.actor, pathParameter(form.c, 'field'))
  const about = { ...form, declared, having: await having(form, declared) }
  return runAct(acts, about, `${form.base}${path}/${fieldId(declared.field)}`)
}

interface FieldRequest extends ConsoleForm {
  declared: DeclaredField
  /** How many have a value. */
  having: string
}

const acts = actsOf<FieldRequest>({
  save: { run: save },
  remove: {
    question: (words, { declared: { field, record }, having }) => ({
      ...words.fields.ask,
      title: words.fields.ask.title({ field: nameIn(field.names, words.lang) }),
      details: <Facts facts={[[words.fields.having, having]]} />,
      // Tied to what the operator saw.
      fields: { version: String(record?.changeNumber ?? '') },
    }),
    async run(form) {
      const { deps, actor, declared } = form
      const id = fieldId(declared.field)
      await removeField(deps, actor, id, versionOf(form))
      return noticeAt(form, path, ['field-removed', id])
    },
  },
})

async function save(form: FieldRequest): Promise<string | Response> {
  const { deps, actor, params, declared } = form
  const id = fieldId(declared.field)
  const values: FieldFormValues = { ...valuesOfField(declared), ...changedIn(valuesOf(params)) }
  try {
    await updateField(deps, actor, id, { ...changeOf(values), position: positionOf(values) }, versionOf(form))
    return noticeAt(form, `${path}/${id}`, ['field-saved', id])
  } catch (error) {
    const outdated = error instanceof OperationRefused && error.reason === 'changed-meanwhile'
    if (!outdated && !(error instanceof InvalidField)) throw error
    const faults = error instanceof InvalidField ? faultsByMember(error) : {}
    return showField(form, await getField(deps, actor, id), { values, faults, outdated })
  }
}

/** Everything but what a field is for good. */
const changedIn = ({ of: _of, key: _key, type: _type, unique: _unique, search: _search, ...values }: FieldFormValues) =>
  values

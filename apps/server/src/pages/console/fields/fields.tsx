import { ActForm } from '../../act-form.tsx'
import { Code, Facts } from '../../facts.tsx'
import { FieldInputs, type ShownField } from '../../field-values.tsx'
import { Tag } from '../../status.tsx'
import { EmptyState, type List, NameCell, Table } from '../../table.tsx'
import { AddLink } from '../applications/list.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import {
  ChangeableMembers,
  changeableNames,
  type FieldFormProps,
  type FieldMember,
  FixedMembers,
  labelOfMember,
  valueOfMember,
} from './field-form.tsx'

export interface ListedField {
  id: string
  name: string
  of: string
  type: string
  reads: readonly string[]
  writes: readonly string[]
  /** It is of FIELDS_FILE. */
  ofFile: boolean
}

interface FieldsPageProps {
  frame: ConsoleFrame
  fields: List<ListedField>
  mayAdd: boolean
}

/** The declared fields of people, organizations and memberships. */
export const FieldsPage = ({ frame, fields, mayAdd }: FieldsPageProps) => {
  const { fields: words, console } = frame.words
  const address = `${frame.base}/admin/fields`
  const add = mayAdd && <AddLink href={`${address}/new`} label={words.declare} />
  const column = (member: 'of' | 'type' | 'reads' | 'writes') => {
    const text = (field: ListedField) => valueOfMember(frame.words, member, [field[member]].flat().join(' ')) || '–'
    return { head: labelOfMember(frame.words, member), title: text, cell: text }
  }
  return (
    <ConsoleLayout frame={frame} section="fields" acts={fields.rows.length > 0 && add}>
      <p class="quiet">{words.listIntro}</p>
      <Table
        frame={frame}
        {...fields}
        label={console.sections.fields}
        empty={<EmptyState text={words.none}>{add}</EmptyState>}
        columns={[
          {
            head: console.applications.name,
            width: 'wide',
            cell: ({ id, name, ofFile, writes }) => (
              <NameCell name={name} href={`${address}/${encodeURIComponent(id)}`} detail={id}>
                {ofFile && <Tag>FIELDS_FILE</Tag>}
                {writes.includes('person') && <Tag>{words.saidByPerson}</Tag>}
              </NameCell>
            ),
          },
          column('of'),
          column('type'),
          column('reads'),
          column('writes'),
        ]}
      />
    </ConsoleLayout>
  )
}

interface NewFieldPageProps extends FieldFormProps {
  frame: ConsoleFrame
}

export const NewFieldPage = ({ frame, ...form }: NewFieldPageProps) => {
  const { fields: words, console } = frame.words
  return (
    <ConsoleLayout frame={frame} section="fields" title={words.declare}>
      {Object.keys(form.faults).length > 0 && <p class="problem">{console.applications.refusedSettings}</p>}
      <ActForm action={`${frame.base}/admin/fields/new`} act="declare" label={words.declare} look="primary">
        <FixedMembers {...form} words={frame.words} />
        <ChangeableMembers {...form} words={frame.words} />
      </ActForm>
    </ConsoleLayout>
  )
}

interface FieldPageProps extends NewFieldPageProps {
  field: ListedField
  /** How many have a value. */
  having: string
  /** As a form shows it. */
  preview: ShownField
  /** Null for one of FIELDS_FILE. */
  version: number | null
  mayChange: boolean
  outdated: boolean
}

export const FieldPage = ({ frame, field, having, preview, version, mayChange, outdated, ...form }: FieldPageProps) => {
  const { fields: words, console, me } = frame.words
  const { applications } = console
  const action = `${frame.base}/admin/fields/${encodeURIComponent(field.id)}`
  const changeable = mayChange && version !== null
  const listed = (member: FieldMember) => {
    const value = form.values[member]
    const shown = <bdi class="lines">{valueOfMember(frame.words, member, value ?? '')}</bdi>
    return value ? [[labelOfMember(frame.words, member), shown] as const] : []
  }
  return (
    <ConsoleLayout
      frame={frame}
      section="fields"
      title={field.name}
      status={field.writes.includes('person') && <Tag>{words.saidByPerson}</Tag>}
    >
      <Facts
        facts={[
          [
            console.people.id,
            <Code copy={frame.words.lists} about={console.people.id}>
              {field.id}
            </Code>,
          ],
          ...(['of', 'type', 'unique', 'search'] as const).flatMap(listed),
          [words.having, having] as const,
        ]}
      />
      <h2>{console.sections.preview}</h2>
      <fieldset disabled>
        <FieldInputs inputs={[preview]} />
      </fieldset>
      <h2>{applications.settings}</h2>
      {version === null && <p class="quiet">{words.readOnly}</p>}
      {Object.keys(form.faults).length > 0 && <p class="problem">{applications.refusedSettings}</p>}
      {outdated && (
        <p class="problem" role="alert">
          {frame.words.org.changedMeanwhile}
        </p>
      )}
      {changeable ? (
        <ActForm action={action} fields={{ version: String(version) }} act="save" label={me.save} look="primary">
          <ChangeableMembers {...form} words={frame.words} />
        </ActForm>
      ) : (
        <Facts facts={changeableNames.flatMap(listed)} />
      )}
      {changeable && <ActForm action={action} act="remove" label={applications.delete} look="danger" />}
    </ConsoleLayout>
  )
}

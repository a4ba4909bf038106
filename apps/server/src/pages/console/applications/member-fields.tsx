import type { Child } from 'hono/jsx'
import type { Words } from '../../../words/index.ts'
import { Checkbox, Checkboxes, Options } from '../../fields.tsx'
import type { MemberInput, MemberValues } from './members.ts'

/**
 * Why the server refuses a value: a sentence about the member, in the words of the configuration. They are English in
 * every language of the page, which says so to whoever reads it aloud.
 */
const Fault = ({ id, name, fault }: { id: string; name: string; fault: string | undefined }) =>
  fault ? (
    <p class="problem" id={id} lang="en" dir="ltr" role="alert">
      <code>{name}</code> {fault}.
    </p>
  ) : null

interface MemberFieldProps {
  name: string
  input: MemberInput
  /** The labels of its choices. Default: the choices themselves. */
  labels?: Readonly<Record<string, string>>
  label: Child
  hint?: string
  values: Readonly<Partial<Record<string, string>>>
  faults: Readonly<Partial<Record<string, string>>>
  required?: boolean
}

/** A labelled input of a member. Its value is technical text, so it reads from left to right. */
export const MemberField = ({ name, input, labels, label, hint, values, faults, required }: MemberFieldProps) => {
  const id = `member-${name}`
  const fault = faults[name]
  const described = [fault && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  const shared = { id, name, 'aria-invalid': fault ? 'true' : undefined, 'aria-describedby': described } as const
  const value = values[name] ?? ''
  if (input.kind === 'flag')
    return (
      <>
        <Checkbox name={name} label={label} checked={value === 'yes'} />
        <Fault id={`${id}-fault`} name={name} fault={fault} />
      </>
    )
  if (input.kind === 'several')
    return (
      <>
        <Checkboxes name={name} legend={label} choices={boxesOf(input.choices, value, labels)} />
        <Fault id={`${id}-fault`} name={name} fault={fault} />
      </>
    )
  return (
    <div class="field">
      <label for={id}>
        {label}{' '}
        {hint && (
          <bdi class="hint" id={`${id}-hint`}>
            {hint}
          </bdi>
        )}
      </label>
      {input.kind === 'choice' ? (
        <select {...shared}>
          <Options
            choices={input.choices.map((choice) => ({ value: choice, label: labels?.[choice] ?? choice }))}
            value={value}
          />
        </select>
      ) : input.kind === 'line' ? (
        <input
          {...shared}
          value={value}
          dir={isName(name) ? 'auto' : 'ltr'}
          maxlength={isName(name) ? 200 : 4000}
          required={required}
          spellcheck={false}
          autocomplete="off"
        />
      ) : (
        <textarea {...shared} dir="ltr" rows={rowsFor(value)} spellcheck={false}>
          {value}
        </textarea>
      )}
      <Fault id={`${id}-fault`} name={name} fault={fault} />
    </div>
  )
}

const boxesOf = (choices: readonly string[], value: string, labels: MemberFieldProps['labels']) =>
  choices.map((choice) => ({
    value: choice,
    label: labels?.[choice] ?? choice,
    checked: value.split(' ').includes(choice),
  }))

/** What people call it, in any direction. */
const isName = (name: string): boolean => name === 'client_name' || name === 'name'

const rowsFor = (value: string): number => Math.min(10, Math.max(2, value.split('\n').length + 1))

interface SignInFieldsProps extends Pick<MemberFieldProps, 'faults'> {
  values: MemberValues
  words: Words['console']['applications']
}

/** Where people come back to, and what the application may ask for: when it is made, and when it is changed. */
export const SignInFields = ({ words, ...shared }: SignInFieldsProps) => {
  const uris = { ...shared, input: { kind: 'lines' }, hint: words.perLine } as const
  const scope = { ...shared, input: { kind: 'line' }, hint: words.separatedBySpaces } as const
  return (
    <>
      <MemberField {...uris} name="redirect_uris" label={words.redirectUris} />
      <MemberField {...uris} name="post_logout_redirect_uris" label={words.postLogoutRedirectUris} />
      <MemberField {...scope} name="scope" label={words.scopes} />
    </>
  )
}

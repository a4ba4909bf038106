import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'
import { MemberField, SignInFields } from './member-fields.tsx'
import type { MemberValues } from './members.ts'

export const applicationKinds = ['web', 'public', 'service'] as const
export type ApplicationKind = (typeof applicationKinds)[number]

interface NewApplicationPageProps {
  frame: ConsoleFrame
  values: MemberValues
  kind: ApplicationKind
  faults: Readonly<Record<string, string>>
}

export const NewApplicationPage = ({ frame, values, kind, faults }: NewApplicationPageProps) => {
  const words = frame.words.console.applications
  const shared = { values, faults }
  return (
    <ConsoleLayout frame={frame} section="applications" title={words.add}>
      {Object.keys(faults).length > 0 && <p class="problem">{words.refusedSettings}</p>}
      <form method="post" action={`${frame.base}/admin/applications/new`} novalidate>
        <MemberField {...shared} name="client_name" input={{ kind: 'line' }} label={words.name} required />
        <fieldset>
          <legend>{words.kind}</legend>
          {applicationKinds.map((name) => (
            <label class="choice">
              <input type="radio" name="kind" value={name} checked={name === kind} />
              <span>{words.kinds[name]}</span>
            </label>
          ))}
        </fieldset>
        <SignInFields {...shared} words={words} />
        <MemberField {...shared} name="client_id" input={{ kind: 'line' }} label={words.id} hint={words.idHint} />
        <button type="submit" name="action" value="create" class="primary">
          {words.create}
        </button>
      </form>
    </ConsoleLayout>
  )
}

import { ActForm } from '../../act-form.tsx'
import { choicesOf, Radios } from '../../fields.tsx'
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
      <ActForm action={`${frame.base}/admin/applications/new`} act="create" label={words.create} look="primary">
        <MemberField {...shared} name="client_name" input={{ kind: 'line' }} label={words.name} required />
        <Radios name="kind" legend={words.kind} value={kind} choices={choicesOf(words.kinds)} />
        <SignInFields {...shared} words={words} />
        <MemberField {...shared} name="client_id" input={{ kind: 'line' }} label={words.id} hint={words.idHint} />
      </ActForm>
    </ConsoleLayout>
  )
}

import { FieldValues, type ShownFields } from '../../field-values.tsx'
import { type ConsoleFrame, ConsoleLayout } from '../layout.tsx'

interface PersonFieldsPageProps extends ShownFields {
  frame: ConsoleFrame
  person: { label: string; path: string }
}

/** What is kept about a person beside their profile. */
export const PersonFieldsPage = ({ frame, person, ...shown }: PersonFieldsPageProps) => (
  <ConsoleLayout
    frame={frame}
    section="people"
    title={frame.words.fields.ofMember({ person: person.label })}
    above={[{ href: person.path, label: person.label }]}
  >
    <FieldValues frame={frame} action={`${person.path}/fields`} {...shown} />
  </ConsoleLayout>
)

import { FieldValues, type ShownFields } from '../field-values.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'

interface AccountFieldsPageProps {
  frame: AccountFrame
  own: ShownFields
  organizations: readonly (ShownFields & { id: string; name: string })[]
}

/** What is kept about the person beside their profile, by everybody and by each of their organizations. */
export const AccountFieldsPage = ({ frame, own, organizations }: AccountFieldsPageProps) => {
  const words = frame.words.fields
  const action = `${frame.base}/account/fields`
  return (
    <AccountLayout frame={frame} tab="fields">
      <p class="quiet">{words.intro}</p>
      <FieldValues frame={frame} action={action} {...own} />
      {organizations.map(({ id, name, ...shown }) => (
        <section>
          <h2>{words.ofOrganization({ organization: name })}</h2>
          <FieldValues frame={frame} action={action} hidden={{ organization: id }} {...shown} />
        </section>
      ))}
    </AccountLayout>
  )
}

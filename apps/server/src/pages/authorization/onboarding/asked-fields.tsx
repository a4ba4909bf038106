import { FieldInputs, type ShownField } from '../../field-values.tsx'
import { Form, type Frame, Layout } from '../../layout.tsx'

interface AskedFieldsPageProps {
  frame: Frame
  action: string
  organization: string
  /** Of the organization itself, or of the person there: the form says which it shows. */
  of: 'organization' | 'membership'
  fields: readonly ShownField[]
}

/** What an organization requires before somebody acts for it. */
export const AskedFieldsPage = ({ frame, action, organization, of, fields }: AskedFieldsPageProps) => {
  const words = frame.words.fields
  return (
    <Layout frame={frame} title={words.askTitle({ organization })} scripts={['forms']}>
      <p>{words.askIntro({ organization })}</p>
      <Form action={action} submit={frame.words.continue}>
        <input type="hidden" name="of" value={of} />
        <FieldInputs inputs={fields} />
      </Form>
    </Layout>
  )
}

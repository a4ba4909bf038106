import { familyNameFirst } from '../../../oidc/person-names.ts'
import { FieldInputs, type ShownField } from '../../field-values.tsx'
import { Field, Form, type Frame, Layout } from '../../layout.tsx'

interface ProfilePageProps {
  frame: Frame
  action: string
  givenName: string
  familyName: string
  /** What else is asked for. */
  fields: readonly ShownField[]
  problems?: Partial<Record<string, string>>
}

export const ProfilePage = ({ frame, action, givenName, familyName, fields, problems = {} }: ProfilePageProps) => {
  const words = frame.words.profile
  const familyFirst = familyNameFirst(frame.words.lang)
  const family = (
    <Field
      name="family_name"
      label={words.familyName}
      hint={words.optional}
      value={familyName}
      autocomplete="family-name"
      maxlength={200}
      autofocus={familyFirst && !problems.given_name}
      problem={problems.family_name}
    />
  )
  return (
    <Layout frame={frame} title={words.title} scripts={['forms']}>
      <p>{words.intro}</p>
      <Form action={action} submit={frame.words.continue}>
        {familyFirst && family}
        <Field
          name="given_name"
          label={words.givenName}
          value={givenName}
          autocomplete="given-name"
          maxlength={200}
          autofocus={!familyFirst && !problems.family_name}
          required
          problem={problems.given_name}
        />
        {!familyFirst && family}
        {fields.length > 0 && <FieldInputs inputs={fields} />}
      </Form>
    </Layout>
  )
}

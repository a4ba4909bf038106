import { familyNameFirst } from '../../oidc/person-names.ts'
import { Avatar } from '../avatar.tsx'
import { type Choice, Select } from '../fields.tsx'
import { Field, Form, type Frame, Problem } from '../layout.tsx'
import { type AccountFrame, AccountLayout } from './layout.tsx'

/** Fields that the profile page shows only on request. */
const moreFields = [
  'middle_name',
  'nickname',
  'profile',
  'picture',
  'birthdate',
  'gender',
  'street_address',
  'postal_code',
  'locality',
  'region',
  'country',
]

/** What the fields of a profile are made from. */
export interface ProfileFieldsProps {
  frame: Frame
  values: Record<string, string>
  problems: Partial<Record<string, string>>
  /** The phone number is known to be theirs. */
  phoneVerified: boolean
  /** Codes can be sent to phone numbers. */
  verifiesPhones: boolean
  languages: readonly Choice[]
  zones: readonly Choice[]
  /** It is somebody else's profile: the browser fills in nothing. */
  others?: boolean
}

interface AccountProfilePageProps extends ProfileFieldsProps {
  frame: AccountFrame
}

export const AccountProfilePage = (props: AccountProfilePageProps) => {
  const { frame } = props
  const { me } = frame.words
  return (
    <AccountLayout frame={frame} tab="profile" scripts={['picture']}>
      <PictureForm frame={frame} problem={props.problems.stored_picture} />
      <Form action={`${frame.base}/account/profile`} submit={me.save}>
        <ProfileFields {...props} />
      </Form>
      {props.verifiesPhones && (
        <p class="quiet">
          <a href={`${frame.base}/account/phone`}>{props.phoneVerified ? me.profile.phone : me.phone.link}</a>
        </p>
      )}
    </AccountLayout>
  )
}

/** What stands for the person, and the form that changes it. A script makes a picture that is too large smaller. */
const PictureForm = ({ frame, problem }: Pick<AccountProfilePageProps, 'frame'> & { problem?: string }) => {
  const { me, console } = frame.words
  const words = me.profile
  return (
    <form
      method="post"
      action={`${frame.base}/account/profile/picture`}
      enctype="multipart/form-data"
      class="picture-form"
      aria-labelledby="picture-title"
    >
      <Avatar {...frame.person} name={frame.person.name || frame.address} kind="person" size={64} />
      <div class="field">
        <label for="picture-file" id="picture-title">
          {words.picture}
        </label>
        <p class="hint" id="picture-hint">
          {words.pictureHint}. {words.pictureSeen}
        </p>
        <input
          type="file"
          id="picture-file"
          name="file"
          accept="image/jpeg,image/png,image/webp"
          aria-describedby={problem ? 'picture-hint picture-problem' : 'picture-hint'}
          aria-invalid={problem ? 'true' : undefined}
          data-picture
        />
        <Problem id="picture-problem" text={problem} />
        <div class="buttons">
          <button type="submit" name="action" value="upload" class="secondary small">
            {console.themes.upload}
          </button>
          {frame.person.picture && (
            <button type="submit" name="action" value="remove" class="secondary small">
              {me.remove}
            </button>
          )}
        </div>
      </div>
    </form>
  )
}

/** Every field of a profile; the rare ones unfold. */
export const ProfileFields = (props: ProfileFieldsProps) => (
  <>
    <MainFields {...props} />
    <details open={moreFields.some((name) => props.problems[name])}>
      <summary>{moreLabel(props)}</summary>
      <MoreFields {...props} />
    </details>
  </>
)

const moreLabel = ({ frame: { words }, others }: ProfileFieldsProps): string =>
  others ? words.console.applications.more : words.me.profile.more

const MainFields = (props: ProfileFieldsProps) => {
  const labels = props.frame.words.me.profile
  const field = profileField(props)
  return (
    <div class="grid">
      <NameFields {...props} />
      {field('preferred_username', labels.preferredUsername, { autocomplete: 'nickname' })}
      {field('phone', labels.phone, {
        type: 'tel',
        autocomplete: 'tel',
        hint: phoneHint(props),
      })}
      {field('website', labels.website, { type: 'url', hint: 'https://', autocomplete: 'url' })}
      <LocaleFields {...props} />
    </div>
  )
}

/** Given and family name, in the order of the language. */
export const NameFields = (props: ProfileFieldsProps) => {
  const { profile: names, lang } = props.frame.words
  const field = profileField(props)
  const givenName = field('given_name', names.givenName, { autocomplete: 'given-name', required: !props.others })
  const familyName = field('family_name', names.familyName, { autocomplete: 'family-name' })
  return <>{familyNameFirst(lang) ? [familyName, givenName] : [givenName, familyName]}</>
}

export const LocaleFields = ({ frame, values, problems, languages, zones }: ProfileFieldsProps) => {
  const labels = frame.words.me.profile
  const select = (name: string, label: string, choices: readonly Choice[]) => (
    <Select name={name} label={label} value={values[name]} choices={choices} optional problem={problems[name]} />
  )
  return (
    <>
      {select('locale', labels.locale, languages)}
      {select('zoneinfo', labels.zoneinfo, zones)}
    </>
  )
}

function phoneHint({ frame, phoneVerified, verifiesPhones }: ProfileFieldsProps): string {
  const labels = frame.words.me.profile
  if (phoneVerified) return labels.phoneVerifiedHint
  return verifiesPhones ? labels.phoneCountryHint : labels.phoneHint
}

const MoreFields = (props: ProfileFieldsProps) => {
  const labels = props.frame.words.me.profile
  const field = profileField(props)
  return (
    <div class="grid">
      {field('middle_name', labels.middleName, { autocomplete: 'additional-name' })}
      {field('nickname', labels.nickname)}
      {field('profile', labels.page, { autocomplete: 'url', type: 'url', hint: 'https://' })}
      {field('picture', labels.pictureElsewhere, { type: 'url', hint: 'https://', autocomplete: 'photo' })}
      {field('birthdate', labels.birthdate, { type: 'date', autocomplete: 'bday' })}
      {field('gender', labels.gender, { autocomplete: 'sex' })}
      {field('street_address', labels.street, { autocomplete: 'street-address' })}
      {field('postal_code', labels.postalCode, { autocomplete: 'postal-code' })}
      {field('locality', labels.city, { autocomplete: 'address-level2' })}
      {field('region', labels.region, { autocomplete: 'address-level1' })}
      {field('country', labels.country, { autocomplete: 'country-name' })}
    </div>
  )
}

const profileField =
  ({ values, problems, others }: ProfileFieldsProps) =>
  (name: string, label: string, { autocomplete, ...input }: Partial<Parameters<typeof Field>[0]> = {}) => (
    <Field
      name={name}
      label={label}
      value={values[name]}
      problem={problems[name]}
      maxlength={500}
      autocomplete={others ? undefined : autocomplete}
      {...input}
    />
  )

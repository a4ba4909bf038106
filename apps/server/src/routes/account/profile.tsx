import { Hono } from 'hono'
import { changePicture, changeProfile, pictureLimits } from '../../flows/account/profile.ts'
import { type ProfileForm, type ProfileProblems, profileFields, profileForm } from '../../flows/account/profile-form.ts'
import { userActor } from '../../flows/platform/audit.ts'
import { OperationRefused, type Problem } from '../../flows/platform/operation-refused.ts'
import { uploadOf } from '../../http/forms.ts'
import { HttpError } from '../../http/http-error.ts'
import { page } from '../../http/responses.ts'
import type { Person } from '../../oidc/claims.ts'
import { AccountProfilePage } from '../../pages/account/profile.tsx'
import type { Choice } from '../../pages/fields.tsx'
import type { Languages } from '../../words/languages.ts'
import { formStatus, problemTexts } from '../forms.ts'
import type { PageContext } from '../page-context.ts'
import { type AccountRequest, accountFrame, openAccount, openAccountForm, saved } from './request.ts'

const path = '/account/profile'

export const profileRoutes = (context: PageContext) =>
  new Hono()
    .get(path, async (c) => {
      const request = await openAccount(context, c, path)
      return showProfile(request, profileForm(request.signedIn.person))
    })
    .post(path, async (c) => {
      const form = await openAccountForm(context, c, path)
      const { person } = form.signedIn
      // A field that the form did not send keeps its value.
      const before = profileForm(person)
      const values = Object.fromEntries(
        profileFields.map((name) => [name, form.has(name) ? form.value(name) : before[name]]),
      ) as ProfileForm
      const problems = await changeProfile(context.deps, person.id, values, form.visitor)
      return problems ? showProfile(form, values, problems) : saved(form, ['profile-saved'])
    })
    .post(`${path}/picture`, async (c) => {
      const request = await openAccount(context, c, path)
      const { person } = request.signedIn
      try {
        const upload = await uploadOf(c.req.raw, pictureLimits.size)
        const bytes = upload.field('action') === 'remove' ? null : ((await upload.file('file')) ?? new Uint8Array())
        await changePicture(context.deps, userActor(person.id, request.visitor.network), person.id, bytes)
      } catch (error) {
        const tooLarge = error instanceof HttpError && error.status === 413
        if (!tooLarge && !(error instanceof OperationRefused && error.problem)) throw error
        return showProfile(request, profileForm(person), { stored_picture: 'invalid-picture' })
      }
      return saved(request, ['profile-saved'])
    })

function showProfile(
  request: AccountRequest,
  values: ProfileForm,
  problems?: ProfileProblems & { stored_picture?: Problem },
): Promise<Response> {
  const frame = accountFrame(request)
  const { languages, config } = request.deps
  const { person } = request.signedIn
  const { phone, phoneVerified } = person
  return page(
    <AccountProfilePage
      frame={frame}
      values={{ ...values, locale: languages.find(values.locale) ?? values.locale }}
      problems={problemTexts(frame, problems)}
      phoneVerified={phoneVerified && values.phone === phone}
      verifiesPhones={config.sms !== null}
      {...profileChoices(languages, person)}
    />,
    formStatus(problems),
  )
}

/** The languages and the time zones to choose from, those of the person among them. */
export function profileChoices(languages: Languages, { locale, zoneinfo }: Pick<Person, 'locale' | 'zoneinfo'>) {
  const ownLanguage = locale && (languages.find(locale) ?? locale)
  return {
    languages: withOwn(languageChoices(languages), ownLanguage, nameOfLanguage),
    zones: withOwn(zoneChoices(), zoneinfo, nameOfZone),
  }
}

const zoneChoices = (): Choice[] =>
  Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: nameOfZone(zone) }))

const languageChoices = ({ tags }: Languages): Choice[] =>
  tags.map((value) => ({ value, label: nameOfLanguage(value) }))

function nameOfZone(zone: string): string {
  return zone.replaceAll('_', ' ')
}

/** The name of a language in that language. A stored locale may not be a valid language tag. */
function nameOfLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** Adds the person's current value if it is not among the choices. */
const withOwn = (
  choices: readonly Choice[],
  own: string | null,
  label: (value: string) => string,
): readonly Choice[] =>
  own && !choices.some(({ value }) => value === own) ? [{ value: own, label: label(own) }, ...choices] : choices

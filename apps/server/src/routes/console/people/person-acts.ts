import { removeAddressByOperator } from '../../../flows/account/addresses.ts'
import { shortenByOperator } from '../../../flows/account/recovery-shortening.ts'
import { removeIdentityByOperator } from '../../../flows/federation/linked-identities.ts'
import { changePersonPicture, disablePerson, getPerson, removePerson } from '../../../flows/management/directory.ts'
import { resetByOperator } from '../../../flows/management/people/owner-acts.ts'
import { mergePeople } from '../../../flows/management/people/person-merge.ts'
import { sendSignInMail } from '../../../flows/management/people/sign-in-mail.ts'
import {
  countPersonSessions,
  endPersonSession,
  revokePersonGrants,
  signOutPerson,
} from '../../../flows/management/person-access.ts'
import type { ConsoleFrame } from '../../../pages/console/layout.tsx'
import { ask } from '../../../pages/question.tsx'
import { type Act, actsOf, noticeAt } from '../../acts.tsx'
import type { ConsoleForm } from '../request.ts'
import { labelOf, pathOfPerson } from './labels.ts'

/** The fields of the forms on a person's page that an act needs. */
export const actFields = ['email', 'session', 'client', 'identity', 'other', 'plan'] as const

/** A form of a person's page, and what a question names. */
export interface PersonForm extends ConsoleForm {
  userId: string
  /** The address of the page. */
  own: string
  /** What the person is called. */
  name: string
  /** Their primary address. */
  address: string
  /** The device of the session, and the application, that the form names. */
  device: string
  application: string
}

/** An act after which the page says what it did. `change` may return how many sessions it ended. */
const changing = (
  done: string,
  question: Act<PersonForm>['question'],
  change: (form: PersonForm) => Promise<unknown>,
): Act<PersonForm> => ({
  question,
  async run(form) {
    const count = await change(form)
    return `${form.own}?done=${done}${typeof count === 'number' ? `&count=${count}` : ''}`
  },
})

/** Sessions that an act ends, counted before it. */
async function countedSessions({ deps, actor, userId }: PersonForm, act: () => Promise<void>): Promise<number> {
  const count = await countPersonSessions(deps, actor, userId)
  await act()
  return count
}

/** What operators can do with a person. */
export const personActs = actsOf<PersonForm>({
  disable: changing(
    'disabled',
    ({ manage, admin }, { name }) =>
      ask(manage.ask.disable.title({ person: name }), manage.ask.disable.text, admin.disable),
    (form) => countedSessions(form, () => disablePerson(form.deps, form.actor, form.userId, true)),
  ),
  enable: changing(
    'enabled',
    ({ console: { people }, admin }, { name }) =>
      ask(people.askEnable({ person: name }), people.askEnableText, admin.enable),
    ({ deps, actor, userId }) => disablePerson(deps, actor, userId, false),
  ),
  'sign-out': changing(
    'signed-out',
    ({ manage, admin }, { name }) =>
      ask(manage.ask.signOut.title({ person: name }), manage.ask.signOut.text, admin.signOutEverywhere),
    (form) => countedSessions(form, () => signOutPerson(form.deps, form.actor, form.userId)),
  ),
  'end-session': changing(
    'session-ended',
    ({ console: { people }, me }, { name, device }) =>
      ask(people.askEndSession({ device, person: name }), people.askEndSessionText, me.sessions.end),
    ({ deps, actor, userId, value }) => endPersonSession(deps, actor, userId, value('session')),
  ),
  'end-application': changing(
    'application-ended',
    ({ console: { people }, me }, { name, application }) =>
      ask(
        people.askEndApplication({ application, person: name }),
        people.askEndApplicationText,
        me.applications.revoke,
      ),
    ({ deps, actor, userId, value }) => revokePersonGrants(deps, actor, userId, value('client')),
  ),
  'send-mail': changing(
    'mail-sent',
    ({ console: { people } }, { name, address }) =>
      ask(people.askSendMail({ person: name }), people.sendMailText({ address }), people.sendMail),
    ({ deps, actor, userId }) => sendSignInMail(deps, actor, userId),
  ),
  reset: {
    question: ({ manage, org }, { name, value }) => {
      const { title, text } = manage.ask.reset
      return ask(title({ person: name }), text({ address: value('email') }), org.reset)
    },
    async run({ deps, base, actor, userId, own, value }) {
      const done = await resetByOperator(deps, actor, userId, value('email'))
      return done ? `${own}?done=reset` : `${base}/admin/confirmations?done=asked`
    },
  },
  'remove-address': {
    question: ({ console: { people }, me }, { name, value }) =>
      ask(people.askRemoveAddress({ person: name, address: value('email') }), people.askRemoveAddressText, me.remove),
    async run(form) {
      const { deps, actor, userId, value, addressText } = form
      const address = value('email')
      await removeAddressByOperator(deps, actor, userId, address)
      const person = labelOf(await getPerson(deps, actor, userId), addressText)
      return noticeAt(form, pathOfPerson(userId), ['person-address-removed', address, person])
    },
  },
  'remove-identity': changing(
    'saved',
    ({ me }, { name }) => ({ title: `${me.remove}: ${me.identities.title} · ${name}`, button: me.remove }),
    ({ deps, actor, userId, value }) => removeIdentityByOperator(deps, actor, userId, value('identity')),
  ),
  'remove-picture': changing(
    'saved',
    ({ me }, { name }) => ({ title: `${me.remove}: ${me.profile.picture} · ${name}`, button: me.remove }),
    ({ deps, actor, userId }) => changePersonPicture(deps, actor, userId, null),
  ),
  'shorten-recovery': changing(
    'recovery-shortened',
    ({ console: { people }, recovery }, { name }) =>
      ask(people.askShorten({ person: name }), people.askShortenText, recovery.shorten),
    ({ deps, actor, userId }) => shortenByOperator(deps, actor, userId),
  ),
  // Asked by the page that shows what moves (merge.tsx).
  merge: {
    ...changing('merged', undefined, ({ deps, actor, userId, value }) =>
      mergePeople(deps, actor, value('other'), userId, value('plan')),
    ),
    permission: 'people:delete',
  },
  delete: {
    permission: 'people:delete',
    question: ({ manage, admin }, { name }) => {
      const { title, text } = manage.ask.deletePerson
      return ask(title({ person: name }), text, admin.deletePerson)
    },
    async run({ deps, base, actor, userId }) {
      await removePerson(deps, actor, userId)
      // A deleted person has no page.
      return `${base}/admin/people?done=deleted`
    },
  },
})

/** The sentence that says what an act did, or an empty text. Only acts of a person's page have one. */
export function personNotice(
  { words }: ConsoleFrame,
  { done, count }: { done: string; count: number },
  person: string,
  address: string,
): string {
  const { people } = words.console
  const sentences = new Map<string, () => string>([
    ['disabled', () => people.disabled({ person, count })],
    ['enabled', () => people.enabled({ person })],
    ['signed-out', () => people.signedOut({ person, count })],
    ['session-ended', () => people.sessionEnded({ person })],
    ['application-ended', () => people.applicationEnded({ person })],
    ['created', () => people.personCreated({ person })],
    ['saved', () => people.personSaved({ person })],
    ['mail-sent', () => people.mailSent({ address })],
    ['reset', () => people.reset({ person, address })],
    ['recovery-shortened', () => people.recoveryShortened({ person })],
    ['merged', () => people.merged({ person })],
  ])
  return sentences.get(done)?.() ?? ''
}

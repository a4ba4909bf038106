import { shortenByOperator } from '../../../flows/account/recovery-shortening.ts'
import { disablePerson, removePerson } from '../../../flows/management/directory.ts'
import type { OperatorPermission } from '../../../flows/management/operator-permissions.ts'
import { resetByOperator } from '../../../flows/management/people/owner-acts.ts'
import { mergePeople } from '../../../flows/management/people/person-merge.ts'
import { sendSignInMail } from '../../../flows/management/people/sign-in-mail.ts'
import {
  countPersonSessions,
  endPersonSession,
  revokePersonGrants,
  signOutPerson,
} from '../../../flows/management/person-access.ts'
import type { Deps } from '../../../flows/platform/deps.ts'
import type { Question } from '../../../pages/question.tsx'
import type { Words } from '../../../words/index.ts'
import type { ConsoleRequest } from '../request.tsx'

/** The fields of the forms on a person's page. */
export const actFields = ['email', 'session', 'client', 'other', 'plan'] as const
export type ActFields = Record<(typeof actFields)[number], string>

/** What a question names. */
export interface ActSubject {
  /** What the person is called. */
  name: string
  /** Their primary address. */
  address: string
  fields: ActFields
  /** The device of the session, and the application, that the form names. */
  device: string
  application: string
}

interface ActRequest {
  deps: Deps
  actor: ConsoleRequest['actor']
  userId: string
  fields: ActFields
}

export interface PersonAct {
  permission: OperatorPermission
  /** What is asked first. */
  question(words: Words, subject: ActSubject): Question
  /** Returns how many sessions it ended, where that is told afterwards. `waits`: for a second operator. */
  run(request: ActRequest): Promise<number | undefined | 'waits'>
  /** The word that the page after it knows it by (notices.ts). */
  done: string
}

/** Sessions that an act ends, counted before it. */
const countedSessions = async ({ deps, actor, userId }: ActRequest, act: () => Promise<void>): Promise<number> => {
  const count = await countPersonSessions(deps, actor, userId)
  await act()
  return count
}

const disable: PersonAct = {
  permission: 'people:write',
  question: ({ manage, admin }, { name }) => ({
    title: manage.ask.disable.title({ person: name }),
    text: manage.ask.disable.text,
    button: admin.disable,
  }),
  run: (request) => countedSessions(request, () => disablePerson(request.deps, request.actor, request.userId, true)),
  done: 'disabled',
}

const enable: PersonAct = {
  permission: 'people:write',
  question: ({ console, admin }, { name }) => ({
    title: console.people.askEnable({ person: name }),
    text: console.people.askEnableText,
    button: admin.enable,
  }),
  run: async ({ deps, actor, userId }) => void (await disablePerson(deps, actor, userId, false)),
  done: 'enabled',
}

const signOut: PersonAct = {
  permission: 'people:write',
  question: ({ manage, admin }, { name }) => ({
    title: manage.ask.signOut.title({ person: name }),
    text: manage.ask.signOut.text,
    button: admin.signOutEverywhere,
  }),
  run: (request) => countedSessions(request, () => signOutPerson(request.deps, request.actor, request.userId)),
  done: 'signed-out',
}

const endSession: PersonAct = {
  permission: 'people:write',
  question: ({ console, me }, { name, device }) => ({
    title: console.people.askEndSession({ device, person: name }),
    text: console.people.askEndSessionText,
    button: me.sessions.end,
  }),
  run: async ({ deps, actor, userId, fields }) => void (await endPersonSession(deps, actor, userId, fields.session)),
  done: 'session-ended',
}

const endApplication: PersonAct = {
  permission: 'people:write',
  question: ({ console, me }, { name, application }) => ({
    title: console.people.askEndApplication({ application, person: name }),
    text: console.people.askEndApplicationText,
    button: me.applications.revoke,
  }),
  run: async ({ deps, actor, userId, fields }) => void (await revokePersonGrants(deps, actor, userId, fields.client)),
  done: 'application-ended',
}

const sendMail: PersonAct = {
  permission: 'people:write',
  question: ({ console }, { name, address }) => ({
    title: console.people.askSendMail({ person: name }),
    text: console.people.sendMailText({ address }),
    button: console.people.sendMail,
  }),
  run: async ({ deps, actor, userId }) => void (await sendSignInMail(deps, actor, userId)),
  done: 'mail-sent',
}

const reset: PersonAct = {
  permission: 'people:write',
  question: ({ manage, org }, { name, fields }) => ({
    title: manage.ask.reset.title({ person: name }),
    text: manage.ask.reset.text({ address: fields.email }),
    button: org.reset,
  }),
  run: async ({ deps, actor, userId, fields }) =>
    (await resetByOperator(deps, actor, userId, fields.email)) ? undefined : 'waits',
  done: 'reset',
}

const shortenRecovery: PersonAct = {
  permission: 'people:write',
  question: ({ console, recovery }, { name }) => ({
    title: console.people.askShorten({ person: name }),
    text: console.people.askShortenText,
    button: recovery.shorten,
  }),
  run: async ({ deps, actor, userId }) => void (await shortenByOperator(deps, actor, userId)),
  done: 'recovery-shortened',
}

const remove: PersonAct = {
  permission: 'people:delete',
  question: ({ manage, admin }, { name }) => ({
    title: manage.ask.deletePerson.title({ person: name }),
    text: manage.ask.deletePerson.text,
    button: admin.deletePerson,
  }),
  run: async ({ deps, actor, userId }) => void (await removePerson(deps, actor, userId)),
  done: 'deleted',
}

/** Asked by the page that shows what moves (merge.tsx). */
const merge: PersonAct = {
  permission: 'people:delete',
  question: ({ console }, { name }) => ({
    title: console.people.mergeTitle({ from: name, into: name }),
    text: console.people.mergeEnds,
    button: console.people.mergeButton,
  }),
  run: async ({ deps, actor, userId, fields }) =>
    void (await mergePeople(deps, actor, fields.other, userId, fields.plan)),
  done: 'merged',
}

/** What operators can do with a person, by the value of the form's `action` field. */
export const personActs: ReadonlyMap<string, PersonAct> = new Map([
  ['disable', disable],
  ['enable', enable],
  ['sign-out', signOut],
  ['end-session', endSession],
  ['end-application', endApplication],
  ['send-mail', sendMail],
  ['reset', reset],
  ['shorten-recovery', shortenRecovery],
  ['merge', merge],
  ['delete', remove],
])

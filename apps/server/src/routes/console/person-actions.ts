import { shortenByOperator } from '../../flows/account/recovery-shortening.ts'
import { disablePerson, removePerson } from '../../flows/management/directory.ts'
import { resetByOperator } from '../../flows/management/operators.ts'
import { signOutPerson } from '../../flows/management/person-access.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import type { Question } from '../../pages/question.tsx'
import type { Words } from '../../pages/words/index.ts'
import type { ConsoleRequest } from './request.tsx'

interface PersonAction {
  /** What is asked first. `name` is the person's. */
  question?(words: Words, name: string, email: string): Question
  run(deps: Deps, actor: ConsoleRequest['actor'], userId: string, email: string): Promise<void>
}

const disable: PersonAction = {
  question: ({ manage, admin }, name) => ({
    title: manage.ask.disable.title(name),
    text: manage.ask.disable.text,
    button: admin.disable,
  }),
  run: (deps, actor, userId) => disablePerson(deps, actor, userId, true),
}

const enable: PersonAction = { run: (deps, actor, userId) => disablePerson(deps, actor, userId, false) }

const signOut: PersonAction = {
  question: ({ manage, admin }, name) => ({
    title: manage.ask.signOut.title(name),
    text: manage.ask.signOut.text,
    button: admin.signOutEverywhere,
  }),
  run: signOutPerson,
}

const reset: PersonAction = {
  question: ({ manage, org }, name, email) => ({
    title: manage.ask.reset.title(name),
    text: manage.ask.reset.text(email),
    button: org.reset,
  }),
  run: resetByOperator,
}

const shortenRecovery: PersonAction = {
  async run(deps, actor, userId) {
    await shortenByOperator(deps, actor, userId)
  },
}

const remove: PersonAction = {
  question: ({ manage, admin }, name) => ({
    title: manage.ask.deletePerson.title(name),
    text: manage.ask.deletePerson.text,
    button: admin.deletePerson,
  }),
  run: removePerson,
}

/** What operators can do with a person, by the value of the form's `action` field. */
export const personActions: ReadonlyMap<string, PersonAction> = new Map([
  ['disable', disable],
  ['enable', enable],
  ['sign-out', signOut],
  ['reset', reset],
  ['shorten-recovery', shortenRecovery],
  ['delete', remove],
])

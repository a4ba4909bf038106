import type { FC, PropsWithChildren } from 'hono/jsx'
import type { OperatorPermission } from '../flows/management/operator-permissions.ts'
import { OperationRefused, type Problem } from '../flows/platform/operation-refused.ts'
import { page, seeOther } from '../http/responses.ts'
import { ConsoleLayout } from '../pages/console/layout.tsx'
import type { DoneNotice } from '../pages/done-notices.ts'
import { type Question, QuestionPage } from '../pages/question.tsx'
import type { Words } from '../words/index.ts'
import type { ConsoleRequest } from './console/request.ts'
import { sectionAt } from './console/sections.ts'
import { addressWithNotice } from './done-notices.ts'
import type { ThemeRequest } from './themes/place.ts'

/** What is done with a subject by a button. */
export interface Act<Subject> {
  /** Default: that of the page. */
  permission?: OperatorPermission
  /** What is asked first, with fields to send again besides `action`. Acts without it harm nobody, or take another back. */
  question?(words: Words, subject: Subject): Question & { fields?: Readonly<Record<string, string>> }
  /** Returns the address that says what happened, or the answer itself. */
  run(subject: Subject): Promise<string | Response>
}

/** By the value of the form's `action` field. A Map: the names come from requests. */
export type Acts<Subject> = ReadonlyMap<string, Act<Subject>>

export const actsOf = <Subject,>(acts: Readonly<Record<string, Act<Subject>>>): Acts<Subject> =>
  new Map(Object.entries(acts))

/** A request whose act is asked about on a page of the console, or on one that has a layout of its own. */
type AskingRequest = Pick<ConsoleRequest, 'c' | 'frame'> | Pick<ThemeRequest, 'c' | 'frame' | 'PageLayout'>

/**
 * Does what the button of a form asks for, after its question. `back`: where the link that cancels leads. `kept`: the
 * fields that are sent again with the answer.
 */
export async function runAct<Subject extends AskingRequest & { value(name: string): string }>(
  acts: Acts<Subject>,
  subject: Subject,
  back: string,
  kept: readonly string[] = [],
): Promise<Response> {
  const action = subject.value('action')
  const act = acts.get(action)
  if (!act) throw new OperationRefused('not-found')
  const confirmed = subject.value('confirm') === 'yes'
  const question = confirmed ? undefined : act.question?.(subject.frame.words, subject)
  const again = Object.fromEntries(kept.map((name) => [name, subject.value(name)]))
  if (question) return askToConfirm(subject, question, { action, ...again, ...question.fields }, back)
  const done = await act.run(subject)
  return typeof done === 'string' ? seeOther(done) : done
}

/** Asks for confirmation. The form is sent again with `confirm=yes`; a field may have several values. */
export const askToConfirm = (
  request: AskingRequest,
  question: Question,
  fields: Readonly<Record<string, string | readonly string[]>>,
  back: string,
): Promise<Response> => {
  const { c, frame } = request
  const sent = Object.entries(fields)
    .flatMap(([name, values]) => [values].flat().map((value) => [name, value] as const))
    .filter(([, value]) => value !== '')
  return page(
    <QuestionPage
      frame={frame}
      PageLayout={'PageLayout' in request ? request.PageLayout : consoleLayoutOf(request)}
      action={c.req.path}
      question={question}
      fields={sent}
      back={back}
    />,
  )
}

const consoleLayoutOf =
  ({ c, frame }: Pick<ConsoleRequest, 'c' | 'frame'>): FC<PropsWithChildren<{ title: string }>> =>
  ({ title, children }) => (
    <ConsoleLayout frame={frame} section={sectionAt(frame, c.req.path)} title={title}>
      {children}
    </ConsoleLayout>
  )

export type RefusedForm = OperationRefused & { problem: Problem }

/** The answer to a form. If it is refused for a problem with it, its page shows the problem. */
export async function answerOr(
  answer: Promise<Response>,
  show: (refused: RefusedForm) => Promise<Response>,
): Promise<Response> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof OperationRefused && error.problem) return show(error as RefusedForm)
    throw error
  }
}

/** The address of a page of the console that says what an act did. */
export const noticeAt = ({ deps, base }: ConsoleRequest, path: string, said: DoneNotice): string =>
  addressWithNotice(deps, `${base}${path}`, said)

import type { OrganizationView } from '../../flows/organizations/access.ts'
import type { Operation } from '../../flows/organizations/rules.ts'
import type { Deps } from '../../flows/platform/deps.ts'
import type { Problem } from '../../flows/platform/operation-refused.ts'
import { formField } from '../../http/forms.ts'
import type { Params } from '../../oidc/params.ts'
import type { DoneNotice } from '../../pages/done-notices.ts'
import type { OrganizationTab } from '../../pages/organizations/layout.tsx'
import type { Question } from '../../pages/question.tsx'
import type { Words } from '../../words/index.ts'
import type { FormNeeds, OrganizationPages, OrganizationRequest } from './request.ts'

/** A form, before it is known whether its sender may submit it. */
export interface SentForm extends OrganizationView {
  deps: Deps
  params: Params
}

/** A request that submitted a form. */
export interface FormRequest extends OrganizationRequest {
  params: Params
}

/** The value of a field that was sent exactly once, else an empty string. */
export const field = ({ params }: Pick<FormRequest, 'params'>, name: string): string => formField(params, name)

/** A form that was refused: the problems by field, and what was typed. */
export interface RefusedForm {
  problems: Record<string, Problem>
  params: Params
  /** The refusal itself, where the page has to know more of it. */
  error?: unknown
}

/** What is asked before a form takes effect. */
export interface Confirmation {
  /** Asked only of those who may do this; anyone else is refused at once. */
  operation: Operation | ((request: FormRequest) => Operation)
  /** The field that the question asks for: a form that has it is not asked. */
  asksFor?: string
  /** Fields that are sent again with the answer, beside those that name what is removed. */
  fields?: readonly string[]
  /** Null if there is nothing to ask. */
  question(request: FormRequest, words: Words): Promise<Question | null>
}

export interface OrganizationForm extends FormNeeds<SentForm> {
  /** Relative to the path of the organization. */
  path: string
  /** The only place that has it. Default: both. */
  only?: OrganizationPages['kind']
  confirmation?: Confirmation
  /** Bytes of the body; 64 KiB unless another limit is given. */
  maxBody?: number
  /** Returns what the next page says about it; null if that page shows it by itself. A file is the response itself. */
  submit(request: FormRequest): Promise<DoneNotice | Response | null>
  /** The path to redirect to afterwards, below the issuer. Default: the tab itself. */
  next?(request: FormRequest): string
}

/** A page of an organization with the forms on it. */
export interface Tab {
  name: OrganizationTab
  show(request: OrganizationRequest, refused?: RefusedForm): Promise<Response>
  /** Its other pages, by their paths below that of the organization. */
  pages?: Readonly<Record<string, (request: OrganizationRequest) => Promise<Response>>>
  forms: readonly OrganizationForm[]
}

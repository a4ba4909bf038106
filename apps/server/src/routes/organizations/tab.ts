import type { Operation } from '../../flows/organizations/rules.ts'
import type { Problem } from '../../flows/platform/operation-refused.ts'
import { formField } from '../../http/forms.ts'
import type { Params } from '../../oidc/params.ts'
import type { OrganizationTab } from '../../pages/organizations/layout.tsx'
import type { Question } from '../../pages/question.tsx'
import type { Words } from '../../pages/words/index.ts'
import type { OrganizationRequest } from './request.ts'

/** A request that sent a form. */
export interface FormRequest extends OrganizationRequest {
  params: Params
}

/** The value of a field that was sent exactly once, or an empty text. */
export const field = ({ params }: FormRequest, name: string): string => formField(params, name)

/** A form that was refused: what was wrong, by field, and what was typed. */
export interface RefusedForm {
  problems: Record<string, Problem>
  params: Params
}

/** What is asked before a form is carried out. */
interface Confirmation {
  /** Asked only of those who may do this; others are refused at once. */
  operation: Operation | ((request: FormRequest) => Operation)
  question(request: FormRequest, words: Words): Promise<Question>
}

export interface OrganizationForm {
  /** Below the path of the organization. */
  path: string
  /** It needs a sign-in of the last minutes. */
  recent?: boolean
  confirmation?: Confirmation
  submit(request: FormRequest): Promise<void>
  /** Where it leads afterwards: a path of ours. Without it, back to the tab. */
  next?(request: FormRequest): string
}

/** A page of an organization with the forms on it. */
export interface Tab {
  name: OrganizationTab
  show(request: OrganizationRequest, refused?: RefusedForm): Promise<Response>
  forms: readonly OrganizationForm[]
}

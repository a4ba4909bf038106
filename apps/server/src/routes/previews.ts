import type { PreviewChoice, PreviewStep } from '../flows/management/preview.ts'

/** What the client would have got at the end of a preview: tokens, here by their claims, or an error. */
export type PreviewResult =
  | {
      kind: 'tokens'
      idToken: Record<string, unknown>
      accessToken: Record<string, unknown>
      userinfo: Record<string, unknown>
      response: Record<string, unknown>
    }
  | { kind: 'error'; members: Record<string, unknown> }

/** An open preview: a server of its own whose pages are below one path. */
export interface Preview {
  choice: PreviewChoice
  /** Where it begins. */
  startPath: string
  expiresAt: Date
  /** The page that was shown last, or the result. */
  currentPath: string
  /** The steps whose pages were shown, in their order. */
  steps: readonly PreviewStep[]
  result: PreviewResult | null
  handle(request: Request, env: unknown): Promise<Response>
  pretendPasskey(): Promise<void>
  complete(response: URLSearchParams): Promise<void>
}

/** The previews of operators. Implemented above the routes, because a preview is a whole server. */
export interface Previews {
  /** Opens a preview in place of the one that the operator has. Null while too many are open. */
  start(operatorId: string, choice: PreviewChoice): Promise<Preview | null>
  find(operatorId: string): Preview | null
  end(operatorId: string): Promise<void>
}

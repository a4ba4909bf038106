// `@vestibule/core/requirement`: the decision about a page, and what a person may do, as pure functions. It has no dependencies, so that the browser half of
// a framework can import it too.

export { type Decision, decide, holds as can, loginPath, missing, type Requirement } from './model/requirement.ts'

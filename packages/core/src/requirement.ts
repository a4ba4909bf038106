// `@vestibule/core/requirement`: the decision about a page as a pure function. It has no dependencies, so that the browser half of
// a framework can import it too.

export { type Decision, decide, loginPath, missing, type Requirement } from './model/requirement.ts'

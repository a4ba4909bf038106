import type { ResponseMembers } from '../../oidc/authorization-response.ts'
import { type Frame, Layout } from '../layout.tsx'

/** OAuth 2.0 Form Post Response Mode: a form that submits itself, with a button for browsers without scripts. */
export const FormPostPage = ({
  frame,
  action,
  members,
}: {
  frame: Frame
  action: string
  members: ResponseMembers
}) => (
  <Layout frame={frame} title={frame.words.formPost.title} scripts={['submit']}>
    <p>{frame.words.formPost.intro}</p>
    <form method="post" action={action} id="answer">
      {Object.entries(members)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <input type="hidden" name={name} value={String(value)} />
        ))}
      <button type="submit" class="primary">
        {frame.words.continue}
      </button>
    </form>
  </Layout>
)

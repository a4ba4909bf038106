import { Link } from '@remix-run/react'
import { signInPath } from '~/components/header'
import { ApiIcon, OrganizationsIcon, RolesIcon } from '~/components/icons'
import { SignUpLink } from '~/components/sign-up-link'
import { SignedIn } from '~/components/signed-in'
import { SignedOut } from '~/components/signed-out'
import { UserAvatar } from '~/components/user-avatar'

const examples = [
  { text: 'The analytical engine ships on Friday.', author: 'Ada Lovelace' },
  { text: 'Found the bug. It was a moth, in relay 70.', author: 'Grace Hopper' },
  { text: 'The numbers are checked. Good to launch.', author: 'Katherine Johnson' },
]

export default function Home() {
  return (
    <main id="main" className="landing">
      <section className="hero">
        <div>
          <h1>Notes your whole team can see</h1>
          <p className="lead">
            Write down what matters once. Everyone in your organization finds it, and nobody outside does.
          </p>
          <SignedIn>
            <Link className="button primary large" to="/dashboard">
              Open your notes
            </Link>
          </SignedIn>
          <SignedOut>
            <div className="actions">
              <SignUpLink className="button primary large" returnTo="/dashboard" />
              <a className="button large" href={signInPath}>
                Sign in
              </a>
            </div>
          </SignedOut>
        </div>
        <div className="preview" aria-hidden="true">
          <div className="preview-bar">
            <i />
            <i />
            <i />
            <span>Engines</span>
          </div>
          <div className="preview-notes">
            {examples.map(({ text, author }) => (
              <div className="preview-note" key={author}>
                <UserAvatar name={author} />
                <div>
                  {text}
                  <b>{author}</b>
                </div>
              </div>
            ))}
          </div>
        </div>
      </section>
      <section className="features" aria-label="What is inside">
        <div className="card feature">
          <OrganizationsIcon />
          <h2>Organizations</h2>
          <p>Every note belongs to one organization, and you switch between yours without signing in again.</p>
        </div>
        <div className="card feature">
          <RolesIcon />
          <h2>Roles</h2>
          <p>Members write, admins invite and tidy up, owners look after billing.</p>
        </div>
        <div className="card feature">
          <ApiIcon />
          <h2>API</h2>
          <p>Other programs read and add notes with an access token of the person they work for.</p>
        </div>
      </section>
    </main>
  )
}

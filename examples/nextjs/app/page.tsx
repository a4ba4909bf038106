import { getSession } from '../lib/auth'

export default async function Home() {
  const session = await getSession()
  return (
    <main>
      <h1>Notes your whole team can see</h1>
      {session ? (
        <p>
          Hello {session.user.name}. <a href="/dashboard">Your dashboard</a>
        </p>
      ) : (
        <p>You are not signed in.</p>
      )}
      <p className="quiet">
        This page is public. The dashboard is for members of an organization, the admin page for its owners.
      </p>
    </main>
  )
}

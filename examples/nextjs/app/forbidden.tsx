export default function Forbidden() {
  return (
    <main>
      <h1>For owners only</h1>
      <p>
        Ask an owner of your organization. <a href="/dashboard">Back</a>
      </p>
    </main>
  )
}

// The time zone of whoever signs up, so that nobody has to choose it from a list of four hundred.
const zoneField = document.querySelector<HTMLInputElement>('input[name=zoneinfo]')
if (zoneField) zoneField.value = Intl.DateTimeFormat().resolvedOptions().timeZone

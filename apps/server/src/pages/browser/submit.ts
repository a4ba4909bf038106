// OAuth 2.0 Form Post Response Mode: the form of the answer sends itself.
document.querySelector<HTMLFormElement>('form#answer')?.submit()

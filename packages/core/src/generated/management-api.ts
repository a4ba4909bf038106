// Made from /api/v1/openapi.json by `npm run generate`. Not edited by hand.

export interface paths {
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List users, oldest first */
        get: operations["listUsers"];
        put?: never;
        /** Create a user whose email address you have verified */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a user */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /** Delete a user. 409 if an organization would be left without an owner */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /** Update a profile, or disable or enable a user */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/users/{user}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Merge another user into this one, and delete the other. 409 if an organization would be left without an owner */
        post: operations["mergeUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the passkeys of a user, oldest first */
        get: operations["listPasskeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sessions of a user, newest first */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /** Sign a user out everywhere */
        delete: operations["endSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/sessions/{session}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a session */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Find out why someone cannot sign in with an email address */
        get: operations["checkSignIn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign-in-limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Let an email address request and enter codes again at once, five times a day */
        delete: operations["liftSignInLimits"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what a user has granted to applications */
        get: operations["listGrants"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user}/grants/{client}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke everything a user has granted to an application */
        delete: operations["revokeGrants"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List organizations, oldest first */
        get: operations["listOrganizations"];
        put?: never;
        /** Create an organization and name its owner */
        post: operations["createOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an organization by id or slug */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        /** Delete an organization. Operators can restore it for 14 days */
        delete: operations["deleteOrganization"];
        options?: never;
        head?: never;
        /** Update settings */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/organizations/{organization}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the members of an organization */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/members/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Add a member or change their roles */
        put: operations["putMember"];
        post?: never;
        /** Remove a member. 409 for the last owner */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the teams of an organization */
        get: operations["listTeams"];
        put?: never;
        /** Create a team */
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/teams/{team}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a team */
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        /** Rename a team, or let every member join it */
        patch: operations["updateTeam"];
        trace?: never;
    };
    "/organizations/{organization}/teams/{team}/members/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Add a member to a team */
        put: operations["addTeamMember"];
        post?: never;
        /** Remove a member from a team */
        delete: operations["removeTeamMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List pending invitations */
        get: operations["listInvitations"];
        put?: never;
        /** Invite an email address */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/invitations/{invitation}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an invitation again with a new link */
        post: operations["resendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/invitations/{invitation}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an invitation */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/join-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the people who ask to join an organization */
        get: operations["listJoinRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/join-requests/{user}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let someone join who asks to. They are told by email */
        post: operations["approveJoinRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/join-requests/{user}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Decline a request to join. The person is told by email */
        post: operations["declineJoinRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/domains": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the domains of an organization, by name */
        get: operations["listDomains"];
        put?: never;
        /** Add a domain. It has no effect until it is verified */
        post: operations["addDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/domains/{domain}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Look for the TXT record of a domain now. 409 if another organization has verified it */
        post: operations["checkDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/domains/{domain}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set how people with an address in a verified domain join */
        put: operations["updateDomain"];
        post?: never;
        /** Remove a domain. Nobody new can join through it */
        delete: operations["removeDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/connected-applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the applications that members connected by themselves, the newest first */
        get: operations["listConnectedApplications"];
        put?: never;
        post?: never;
        /** End all connections of one application. Their tokens are void */
        delete: operations["endConnectedApplications"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/connected-applications/{connection}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one connection of an application. Its tokens are void */
        delete: operations["endConnectedApplication"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/application-policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get which applications members may connect, with the exceptions */
        get: operations["getApplicationPolicy"];
        /** Choose which applications members may connect. Those that are connected are asked about at their next refresh */
        put: operations["updateApplicationPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/application-rules/{application}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Allow or block one application, whatever the policy says. A block ends its connections */
        put: operations["putApplicationRule"];
        post?: never;
        /** Remove an exception: the policy decides about the application again */
        delete: operations["deleteApplicationRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/terms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of the terms of an organization, newest first */
        get: operations["listOrganizationTerms"];
        put?: never;
        /** Publish a new version of the terms of an organization. Members are asked at their next sign-in */
        post: operations["publishOrganizationTerms"];
        /** Withdraw the terms of an organization. Versions and acceptances stay on record */
        delete: operations["withdrawOrganizationTerms"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/terms/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a version of the terms of an organization with its text */
        get: operations["getOrganizationTerms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organizations/{organization}/terms/{version}/acceptances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who accepted a version of the terms of an organization */
        get: operations["listOrganizationTermsAcceptances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the clients of the environment and of the database */
        get: operations["listClients"];
        put?: never;
        /** Create a client. Its secret is in this response only */
        post: operations["createClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{client}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a client */
        get: operations["getClient"];
        put?: never;
        post?: never;
        /** Delete a client. It can be restored for 14 days */
        delete: operations["deleteClient"];
        options?: never;
        head?: never;
        /** Change a client, disable it, or enable it again */
        patch: operations["updateClient"];
        trace?: never;
    };
    "/clients/{client}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a deleted client */
        post: operations["restoreClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{client}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a second secret. Both are accepted until the current one is dropped */
        post: operations["rotateClientSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/{client}/secrets/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Drop one of two secrets: "current", so that the next one takes its place, or "next" */
        delete: operations["dropClientSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the APIs that tokens are for, of the environment and of the database */
        get: operations["listResources"];
        put?: never;
        /** Register an API that tokens are for */
        post: operations["createResource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resources/{resource}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an API that tokens are for */
        get: operations["getResource"];
        put?: never;
        post?: never;
        /** Delete an API. No token is issued for it any more */
        delete: operations["deleteResource"];
        options?: never;
        head?: never;
        /** Change an API that tokens are for. Its identifier stays */
        patch: operations["updateResource"];
        trace?: never;
    };
    "/registered-clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the clients that registered themselves, newest first */
        get: operations["listRegisteredClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/registered-clients/{client}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a client that registered itself */
        get: operations["getRegisteredClient"];
        put?: never;
        post?: never;
        /** Delete a client that registered itself, and end everything that it was granted */
        delete: operations["deleteRegisteredClient"];
        options?: never;
        head?: never;
        /** Disable a client that registered itself, or mark it as trusted */
        patch: operations["updateRegisteredClient"];
        trace?: never;
    };
    "/initial-access-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tokens that allow clients to register, newest first */
        get: operations["listInitialAccessTokens"];
        put?: never;
        /** Create a token that allows clients to register. It is in this response only */
        post: operations["createInitialAccessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/initial-access-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a token that allows clients to register, without the token itself */
        get: operations["getInitialAccessToken"];
        put?: never;
        post?: never;
        /** Revoke a token, so that nobody registers with it. The clients that did stay */
        delete: operations["revokeInitialAccessToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the rules about clients that nobody configured */
        get: operations["listClientRules"];
        /** List or block a host or a client */
        put: operations["setClientRule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-rules/{pattern}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a rule. A URL in the path is percent-encoded */
        delete: operations["removeClientRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/client-documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the clients that brought their metadata by URL */
        get: operations["listClientDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mail-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what became of the mails of the last 30 days, newest first */
        get: operations["listMailDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mail-suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List addresses that get no mail because their mail server does not know them, newest first */
        get: operations["listMailSuppressions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mail-suppressions/{suppression}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Let an address get mail again */
        delete: operations["liftMailSuppression"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/test-mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test mail to an operator; five an hour */
        post: operations["sendTestMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the webhook endpoints, all of them on one page */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /** Create a webhook endpoint. Its secret is answered once */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpoint}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a webhook endpoint */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /** Delete a webhook endpoint. What waits for it is not delivered */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /** Change a webhook endpoint, disable or enable it */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/webhook-endpoints/{endpoint}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a new secret. For a day, requests are signed with the old one too */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpoint}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries to an endpoint, newest event first */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpoint}/deliveries/{event}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a delivery with its payload and the last attempts */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpoint}/deliveries/{event}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event again to an endpoint */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpoint}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a range of events again, or those that failed: 1,000 at most */
        post: operations["replayWebhookDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhook-endpoints/{endpoint}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test event now, past the queue */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/themes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the themes of organizations or clients */
        get: operations["listThemes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/themes/{scope}/{theme}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a theme: its draft, what is published, and earlier versions */
        get: operations["getTheme"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change values of the draft of a theme */
        patch: operations["updateThemeDraft"];
        trace?: never;
    };
    "/themes/{scope}/{theme}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Discard the draft of a theme. What is published stays */
        delete: operations["discardThemeDraft"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/themes/{scope}/{theme}/texts/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Replace the texts of a language in the draft of a theme */
        put: operations["replaceThemeTexts"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/themes/{scope}/{theme}/images/{image}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Put an image into the draft of a theme: logo, logo_dark or icon */
        put: operations["replaceThemeImage"];
        post?: never;
        /** Remove an image from the draft of a theme */
        delete: operations["removeThemeImage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/themes/{scope}/{theme}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Publish the draft of a theme. 412 if it has changed since `revision` */
        post: operations["publishTheme"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/themes/{scope}/{theme}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Go back to an earlier version of a theme, which is published as a new one */
        post: operations["restoreThemeVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/themes/{scope}/{theme}/name": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Allow or decline the product name that an organization wants to use */
        post: operations["decideThemeName"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the signing keys */
        get: operations["listSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/signing-keys/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Let the next keys sign, within two minutes */
        post: operations["rotateSigningKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/terms-versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the versions of the terms that were shown */
        get: operations["listTermsVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List audit events, newest first */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        User: {
            /** @description The `sub` of tokens. */
            id: string;
            /** @description The primary email address. */
            email: string | null;
            addresses: {
                address: string;
                primary: boolean;
                /**
                 * Format: date-time
                 * @description RFC 3339, in UTC.
                 */
                verified_at: string;
            }[];
            given_name: string | null;
            family_name: string | null;
            middle_name: string | null;
            nickname: string | null;
            preferred_username: string | null;
            picture: string | null;
            profile: string | null;
            website: string | null;
            gender: string | null;
            birthdate: string | null;
            phone: string | null;
            locale: string | null;
            zoneinfo: string | null;
            street_address: string | null;
            locality: string | null;
            region: string | null;
            postal_code: string | null;
            country: string | null;
            phone_verified: boolean;
            disabled: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            updated_at: string;
        };
        /** @description RFC 9457. */
        Problem: {
            type: string;
            title: string;
            status: number;
            /** @description For developers. */
            detail: string;
            /**
             * @description For programs. New codes may be added.
             * @enum {string}
             */
            code: "already_member" | "change_pending" | "changed_meanwhile" | "choose_one" | "deleted" | "disabled_account" | "domain_taken" | "forbidden" | "higher_operator" | "idempotency_key_in_use" | "idempotency_key_reused" | "impersonation_running" | "insufficient_scope" | "invalid_address" | "invalid_body" | "invalid_client_metadata" | "invalid_resource_metadata" | "invalid_color" | "invalid_date" | "invalid_domain" | "invalid_image" | "invalid_json" | "invalid_number" | "invalid_phone" | "invalid_radius" | "invalid_redirect_uri" | "invalid_request" | "invalid_slug" | "invalid_token" | "invalid_url" | "key_too_young" | "last_owner" | "last_secret" | "method_not_allowed" | "name_too_long" | "needs_dns" | "no_links" | "no_record" | "no_secret" | "not_a_member" | "not_available" | "not_found" | "not_in_themes" | "not_verified" | "operator_account" | "operators_only" | "private_host" | "read_only" | "required" | "same_account" | "server_error" | "taken" | "text_too_long" | "too_long" | "too_many" | "too_many_domains" | "too_many_endpoints" | "too_many_requests" | "too_much_markup" | "two_secrets" | "unavailable" | "unknown_action" | "unproven_link" | "unreadable" | "unreadable_color" | "wrong_placeholders";
            /** @description The field of the body that was refused. */
            field?: string;
        };
        NewUser: {
            /** Format: email */
            email: string;
            /** @description null or an empty string clears it. */
            given_name?: string | null;
            /** @description null or an empty string clears it. */
            family_name?: string | null;
            /** @description null or an empty string clears it. */
            middle_name?: string | null;
            /** @description null or an empty string clears it. */
            nickname?: string | null;
            /** @description null or an empty string clears it. */
            preferred_username?: string | null;
            /** @description null or an empty string clears it. */
            picture?: string | null;
            /** @description null or an empty string clears it. */
            profile?: string | null;
            /** @description null or an empty string clears it. */
            website?: string | null;
            /** @description null or an empty string clears it. */
            gender?: string | null;
            /** @description null or an empty string clears it. */
            birthdate?: string | null;
            /** @description null or an empty string clears it. */
            phone?: string | null;
            /** @description null or an empty string clears it. */
            locale?: string | null;
            /** @description null or an empty string clears it. */
            zoneinfo?: string | null;
            /** @description null or an empty string clears it. */
            street_address?: string | null;
            /** @description null or an empty string clears it. */
            locality?: string | null;
            /** @description null or an empty string clears it. */
            region?: string | null;
            /** @description null or an empty string clears it. */
            postal_code?: string | null;
            /** @description null or an empty string clears it. */
            country?: string | null;
            /** @description true: you have verified that the phone number is theirs. A number that changes is not verified otherwise. */
            phone_verified?: boolean;
        };
        UserChange: {
            disabled?: boolean;
            /** @description null or an empty string clears it. */
            given_name?: string | null;
            /** @description null or an empty string clears it. */
            family_name?: string | null;
            /** @description null or an empty string clears it. */
            middle_name?: string | null;
            /** @description null or an empty string clears it. */
            nickname?: string | null;
            /** @description null or an empty string clears it. */
            preferred_username?: string | null;
            /** @description null or an empty string clears it. */
            picture?: string | null;
            /** @description null or an empty string clears it. */
            profile?: string | null;
            /** @description null or an empty string clears it. */
            website?: string | null;
            /** @description null or an empty string clears it. */
            gender?: string | null;
            /** @description null or an empty string clears it. */
            birthdate?: string | null;
            /** @description null or an empty string clears it. */
            phone?: string | null;
            /** @description null or an empty string clears it. */
            locale?: string | null;
            /** @description null or an empty string clears it. */
            zoneinfo?: string | null;
            /** @description null or an empty string clears it. */
            street_address?: string | null;
            /** @description null or an empty string clears it. */
            locality?: string | null;
            /** @description null or an empty string clears it. */
            region?: string | null;
            /** @description null or an empty string clears it. */
            postal_code?: string | null;
            /** @description null or an empty string clears it. */
            country?: string | null;
            /** @description true: you have verified that the phone number is theirs. A number that changes is not verified otherwise. */
            phone_verified?: boolean;
        };
        UserMerge: {
            /** @description The user whose addresses, passkeys and memberships move, and who is deleted. */
            from: string;
        };
        Passkey: {
            /** @description Opaque and stable; never reused. */
            id: string;
            name: string;
            /** @description It cannot leave its device. */
            device_bound: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            created_at: string;
            used_at: string | null;
        };
        Session: {
            /** @description Opaque and stable; never reused. */
            id: string;
            acr: string;
            amr: string[];
            network: string;
            user_agent: string;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            authenticated_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            seen_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            expires_at: string;
        };
        SignInCheck: {
            address: string;
            /** @description null where nobody has the address. */
            account: {
                /** @description The `sub` of tokens. */
                id: string;
                disabled: boolean;
                passkeys: number;
                /** @description What organizations of the person ask of a sign-in. */
                demands: {
                    organization: string;
                    require_passkey: boolean;
                    /** @description How old a sign-in may be, in seconds. */
                    session_max: number | null;
                }[];
                /** @description Clients among the attempts that require a passkey. */
                passkey_clients: string[];
            } | null;
            /** @description `SIGN_UP`, and what it says of this address. */
            sign_up: {
                /** @enum {string} */
                policy: "open" | "invited" | "domains";
                invited: boolean;
                admits: boolean;
            };
            /** @description The address was removed from another account, and waits until then. */
            reserved_until: string | null;
            /** @description Limits in force: mails to the address, incorrect codes, attempts from a network. */
            limits: {
                /** @enum {string} */
                kind: "mail" | "code" | "network";
                network: string | null;
                /**
                 * Format: date-time
                 * @description RFC 3339, in UTC.
                 */
                until: string;
            }[];
            /** @description Incorrect codes that were counted, and from how many on codes are refused. */
            failures: {
                count: number;
                limit: number;
            } | null;
            /** @description What became of the last three mails to sign in with, newest first. */
            mails: {
                /**
                 * Format: date-time
                 * @description RFC 3339, in UTC.
                 */
                at: string;
                /** @enum {string} */
                state: "sent" | "deferred" | "refused" | "suppressed" | "expired";
                /** @description The mail server's answer. */
                reply: string | null;
            }[];
            /** @description The last twenty attempts, newest first. */
            attempts: {
                /** @description Opaque and stable; never reused. */
                id: string;
                /**
                 * Format: date-time
                 * @description RFC 3339, in UTC.
                 */
                at: string;
                /** @enum {string} */
                method: "code" | "link" | "passkey";
                /** @enum {string} */
                outcome: "succeeded" | "failed" | "refused";
                /** @description null for a success. */
                reason: ("wrong-code" | "code-spent" | "code-expired" | "code-replaced" | "malformed-code" | "too-many-failures" | "link-expired" | "passkey-unknown" | "passkey-refused" | "mail-limit" | "network-limit" | "disabled" | "sign-up-closed" | "address-reserved" | "proof-gone" | "needs-passkey") | null;
                client_id: string;
                /** @description A /24 or /48. */
                network: string;
                device: string;
            }[];
        };
        Grant: {
            client_id: string;
            scope: string[];
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            created_at: string;
        };
        Organization: {
            /** @description Opaque and stable; never reused. */
            id: string;
            slug: string;
            name: string;
            logo_url: string | null;
            require_passkey: boolean;
            /** @description Maximum age in seconds of a sign-in for this organization. */
            session_max: number | null;
            members_make_teams: boolean;
            /** @description The ETag without quotes. */
            version: number;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            created_at: string;
            /** @description When a deleted organization is removed for good. */
            delete_after: string | null;
            /** @description Whether its invitations allow sign-up when SIGN_UP is not open. */
            approved: boolean;
        };
        NewOrganization: {
            name: string;
            slug?: string;
            /** @description The id of the user who will own it. */
            owner: string;
        };
        OrganizationChange: {
            name?: string;
            slug?: string;
            logo_url?: string | null;
            require_passkey?: boolean;
            session_max?: number | null;
            members_make_teams?: boolean;
            /** @description Whether its invitations allow sign-up when SIGN_UP is not open. A client limited to one organization cannot change it. */
            approved?: boolean;
        };
        Member: {
            /** @description Opaque and stable; never reused. */
            user_id: string;
            name: string;
            email: string | null;
            /** @description At least one of owner, admin and member, each at most once. */
            roles: ("owner" | "admin" | "member")[];
            teams: string[];
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            created_at: string;
        };
        Roles: {
            /** @description At least one of owner, admin and member, each at most once. */
            roles: ("owner" | "admin" | "member")[];
        };
        Team: {
            /** @description Opaque and stable; never reused. */
            id: string;
            slug: string;
            name: string;
            members: string[];
            open: boolean;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            created_at: string;
        };
        NewTeam: {
            name: string;
            slug?: string;
        };
        TeamChange: {
            name?: string;
            open?: boolean;
        };
        Invitation: {
            /** @description Opaque and stable; never reused. */
            id: string;
            email: string;
            roles: string[];
            teams: string[];
            client_id: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            expires_at: string;
        };
        NewInvitation: {
            /** Format: email */
            email: string;
            /** @description At least one of owner, admin and member, each at most once. */
            roles?: ("owner" | "admin" | "member")[];
            teams?: string[];
            /** @description The application to continue to after accepting. */
            client_id?: string;
            /** @description Language of the email if the person has no account yet. */
            locale?: string;
        };
        JoinRequest: {
            /** @description Opaque and stable; never reused. */
            user_id: string;
            name: string;
            email: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            created_at: string;
        };
        Domain: {
            name: string;
            verified_at: string | null;
            /** @description How it was verified. */
            method: ("dns" | "email") | null;
            /**
             * @description How people with an address in the domain join.
             * @enum {string}
             */
            joining: "off" | "suggest" | "automatic";
            /** @description The name of the TXT record that verifies it. */
            record_name: string;
            /** @description The value of that record. */
            record_value: string;
            /** @description Since when the record has not been found. */
            missing_since: string | null;
            /** @description When it was missing for so long that nobody new can join through the domain. */
            lost_at: string | null;
        };
        NewDomain: {
            name: string;
        };
        DomainChange: {
            /**
             * @description How people with an address in the domain join.
             * @enum {string}
             */
            joining: "off" | "suggest" | "automatic";
        };
        ConnectedApplication: {
            /** @description Opaque and stable; never reused. */
            id: string;
            /** @description Opaque and stable; never reused. */
            user_id: string;
            client_id: string;
            /** @description What the application calls itself. */
            client_name: string;
            resource: string[];
            scope: string[];
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            created_at: string;
            /** @description When it got tokens last. */
            used_at: string | null;
        };
        ApplicationPolicy: {
            /**
             * @description Which applications that the operators did not configure may connect: none, those they list, or any.
             * @enum {string}
             */
            policy: "nobody" | "listed" | "any";
            rules: {
                /** @description The host of client metadata documents, or a client_id. */
                application: string;
                /** @enum {string} */
                verdict: "allowed" | "blocked";
                /**
                 * Format: date-time
                 * @description RFC 3339, in UTC.
                 */
                created_at: string;
            }[];
        };
        ApplicationPolicyChange: {
            /**
             * @description Which applications that the operators did not configure may connect: none, those they list, or any.
             * @enum {string}
             */
            policy: "nobody" | "listed" | "any";
        };
        NewApplicationRule: {
            /** @enum {string} */
            verdict: "allowed" | "blocked";
        };
        ApplicationRule: {
            /** @description The host of client metadata documents, or a client_id. */
            application: string;
            /** @enum {string} */
            verdict: "allowed" | "blocked";
            /** @description How many connections a block ended. */
            ended: number;
        };
        OrganizationTermsVersion: {
            /** @description Counted from 1. No number is given twice. */
            version: number;
            /** @description SHA-256 of the text, base64url. */
            text_digest: string;
            /** @description Until then, those who were members before may put the version off. */
            grace_until: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            published_at: string;
            withdrawn_at: string | null;
            /** @description Whether it is in force: members have to accept it. */
            current: boolean;
        };
        OrganizationTerms: {
            /** @description Counted from 1. No number is given twice. */
            version: number;
            /** @description SHA-256 of the text, base64url. */
            text_digest: string;
            /** @description Until then, those who were members before may put the version off. */
            grace_until: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            published_at: string;
            withdrawn_at: string | null;
            /** @description Whether it is in force: members have to accept it. */
            current: boolean;
            /** @description Markdown. */
            text: string;
        };
        NewOrganizationTerms: {
            /** @description Markdown. Images and relative links are not shown. */
            text: string;
            /**
             * Format: date-time
             * @description At most a year from now.
             */
            grace_until?: string;
            /** @description The version that is in force, or null. 412 if another one is: someone else was faster. */
            replaces?: number | null;
        };
        OrganizationTermsAcceptance: {
            /** @description Opaque and stable; never reused. */
            user_id: string;
            /** @description As it was then; so is the address. */
            name: string;
            email: string;
            network: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            accepted_at: string;
        };
        Client: {
            client_id: string;
            client_name?: string;
            redirect_uris?: string[];
            /** @description Separated by spaces. */
            scope?: string;
            grant_types?: ("authorization_code" | "refresh_token" | "client_credentials" | "implicit")[];
            response_types?: ("code" | "id_token" | "id_token token" | "code id_token" | "code token" | "code id_token token")[];
            /** @enum {string} */
            token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post" | "private_key_jwt" | "none" | "federated_jwt";
            jwks?: {
                keys: {
                    [key: string]: unknown;
                }[];
            } | null;
            jwks_uri?: string | null;
            logo_uri?: string | null;
            policy_uri?: string | null;
            tos_uri?: string | null;
            initiate_login_uri?: string | null;
            post_logout_redirect_uris?: string[];
            backchannel_logout_uri?: string | null;
            backchannel_logout_session_required?: boolean;
            frontchannel_logout_uri?: string | null;
            frontchannel_logout_session_required?: boolean;
            /** @enum {string} */
            id_token_signed_response_alg?: "RS256" | "ES256" | "EdDSA";
            /** @description Seconds. */
            default_max_age?: number | null;
            default_acr_values?: string[];
            require_pushed_authorization_requests?: boolean;
            require_pkce?: boolean;
            require_consent?: boolean;
            require_passkey?: boolean;
            allow_impersonation?: boolean;
            /** @enum {string} */
            organization?: "required" | "optional" | "none";
            /** @description Organizations that tokens of its own may name: ids or slugs, or "any" alone. */
            organization_access?: string[];
            onboarding?: ("terms" | "profile" | "organization" | "team")[] | null;
            /** @enum {string} */
            id_token_claims?: "scopes" | "minimal";
            /** @description Seconds; null for that of the server. */
            access_token_ttl?: number | null;
            audiences?: string[];
            assertion_audience?: ("issuer" | "token_endpoint")[];
            /** @description With the method federated_jwt: the issuer of the token. */
            federated_issuer?: string | null;
            /** @description Its `sub`, exactly. */
            federated_subject?: string | null;
            /** @description Claims that it must have: name=value. */
            federated_claims?: string[];
            /** @description Its only `aud`. Default: the issuer of this server. */
            federated_audience?: string | null;
            federated_jwks?: {
                keys: {
                    [key: string]: unknown;
                }[];
            } | null;
            /** @description Its keys, where its issuer names none. */
            federated_jwks_uri?: string | null;
            /** @description Seconds from its `iat` to its `exp`. */
            federated_max_life?: number | null;
            /** @description Refuses a client that does not pin what it has to. */
            federated_preset?: ("github" | "gitlab" | "kubernetes" | "buildkite" | "google" | "spiffe") | null;
            /** @description Once, in the response that made it. */
            client_secret?: string;
            /** @description Beside a client_secret: 0, it does not expire. */
            client_secret_expires_at?: number;
            /** @description Seconds since 1970. */
            client_id_issued_at?: number;
            /**
             * @description A client of the environment can only be read here.
             * @enum {string}
             */
            source: "environment" | "database";
            /** @description The variable of the environment that names the client. */
            variable: string | null;
            secret_created_at: string | null;
            /** @description Of the second secret, while both are accepted. */
            next_secret_created_at: string | null;
            disabled: boolean;
            /** @description When a deleted client is removed for good. */
            delete_after: string | null;
            /** @description Why the client is refused everywhere: what the configuration of the server no longer allows. */
            faults: {
                member: string;
                fault: string;
            }[];
            /** @description The ETag without quotes. */
            version: number | null;
        };
        NewClient: {
            /** @description 1 to 64 letters, digits, - and _. Default: a random one. */
            client_id?: string;
            client_name: string;
            redirect_uris?: string[];
            /** @description Separated by spaces. */
            scope?: string;
            grant_types?: ("authorization_code" | "refresh_token" | "client_credentials" | "implicit")[];
            response_types?: ("code" | "id_token" | "id_token token" | "code id_token" | "code token" | "code id_token token")[];
            /** @enum {string} */
            token_endpoint_auth_method?: "client_secret_basic" | "client_secret_post" | "private_key_jwt" | "none" | "federated_jwt";
            jwks?: {
                keys: {
                    [key: string]: unknown;
                }[];
            } | null;
            jwks_uri?: string | null;
            logo_uri?: string | null;
            policy_uri?: string | null;
            tos_uri?: string | null;
            initiate_login_uri?: string | null;
            post_logout_redirect_uris?: string[];
            backchannel_logout_uri?: string | null;
            backchannel_logout_session_required?: boolean;
            frontchannel_logout_uri?: string | null;
            frontchannel_logout_session_required?: boolean;
            /** @enum {string} */
            id_token_signed_response_alg?: "RS256" | "ES256" | "EdDSA";
            /** @description Seconds. */
            default_max_age?: number | null;
            default_acr_values?: string[];
            require_pushed_authorization_requests?: boolean;
            require_pkce?: boolean;
            require_consent?: boolean;
            require_passkey?: boolean;
            allow_impersonation?: boolean;
            /** @enum {string} */
            organization?: "required" | "optional" | "none";
            /** @description Organizations that tokens of its own may name: ids or slugs, or "any" alone. */
            organization_access?: string[];
            onboarding?: ("terms" | "profile" | "organization" | "team")[] | null;
            /** @enum {string} */
            id_token_claims?: "scopes" | "minimal";
            /** @description Seconds; null for that of the server. */
            access_token_ttl?: number | null;
            audiences?: string[];
            assertion_audience?: ("issuer" | "token_endpoint")[];
            /** @description With the method federated_jwt: the issuer of the token. */
            federated_issuer?: string | null;
            /** @description Its `sub`, exactly. */
            federated_subject?: string | null;
            /** @description Claims that it must have: name=value. */
            federated_claims?: string[];
            /** @description Its only `aud`. Default: the issuer of this server. */
            federated_audience?: string | null;
            federated_jwks?: {
                keys: {
                    [key: string]: unknown;
                }[];
            } | null;
            /** @description Its keys, where its issuer names none. */
            federated_jwks_uri?: string | null;
            /** @description Seconds from its `iat` to its `exp`. */
            federated_max_life?: number | null;
            /** @description Refuses a client that does not pin what it has to. */
            federated_preset?: ("github" | "gitlab" | "kubernetes" | "buildkite" | "google" | "spiffe") | null;
        };
        /** @description Absent members stay as they are; null restores the default. */
        ClientChange: {
            client_name?: string | null;
            redirect_uris?: string[] | null;
            scope?: string | null;
            grant_types?: ("authorization_code" | "refresh_token" | "client_credentials" | "implicit")[] | null;
            response_types?: ("code" | "id_token" | "id_token token" | "code id_token" | "code token" | "code id_token token")[] | null;
            token_endpoint_auth_method?: ("client_secret_basic" | "client_secret_post" | "private_key_jwt" | "none" | "federated_jwt") | null;
            jwks?: ({
                keys: {
                    [key: string]: unknown;
                }[];
            } | null) | null;
            jwks_uri?: (string | null) | null;
            logo_uri?: (string | null) | null;
            policy_uri?: (string | null) | null;
            tos_uri?: (string | null) | null;
            initiate_login_uri?: (string | null) | null;
            post_logout_redirect_uris?: string[] | null;
            backchannel_logout_uri?: (string | null) | null;
            backchannel_logout_session_required?: boolean | null;
            frontchannel_logout_uri?: (string | null) | null;
            frontchannel_logout_session_required?: boolean | null;
            id_token_signed_response_alg?: ("RS256" | "ES256" | "EdDSA") | null;
            default_max_age?: (number | null) | null;
            default_acr_values?: string[] | null;
            require_pushed_authorization_requests?: boolean | null;
            require_pkce?: boolean | null;
            require_consent?: boolean | null;
            require_passkey?: boolean | null;
            allow_impersonation?: boolean | null;
            organization?: ("required" | "optional" | "none") | null;
            organization_access?: string[] | null;
            onboarding?: (("terms" | "profile" | "organization" | "team")[] | null) | null;
            id_token_claims?: ("scopes" | "minimal") | null;
            access_token_ttl?: (number | null) | null;
            audiences?: string[] | null;
            assertion_audience?: ("issuer" | "token_endpoint")[] | null;
            federated_issuer?: (string | null) | null;
            federated_subject?: (string | null) | null;
            federated_claims?: string[] | null;
            federated_audience?: (string | null) | null;
            federated_jwks?: ({
                keys: {
                    [key: string]: unknown;
                }[];
            } | null) | null;
            federated_jwks_uri?: (string | null) | null;
            federated_max_life?: (number | null) | null;
            federated_preset?: (("github" | "gitlab" | "kubernetes" | "buildkite" | "google" | "spiffe") | null) | null;
            disabled?: boolean;
        };
        ClientSecret: {
            client_id: string;
            /** @description Shown once. */
            client_secret: string;
            client_secret_expires_at: number;
        };
        Resource: {
            /** @description Opaque and stable; never reused. */
            id: string;
            /** @description Its identifier, which is the audience of its tokens. */
            resource: string;
            name: string;
            scopes: string[];
            /** @description Some of the scopes: what a request without a scope gets. */
            default_scopes: string[];
            /**
             * @description Which clients that nobody here configured may have tokens for it.
             * @enum {string}
             */
            dynamic_clients: "none" | "listed" | "any";
            /**
             * @description Whether its tokens name the organization.
             * @enum {string}
             */
            organization: "required" | "optional" | "none";
            /** @description Seconds; null for that of the client. */
            token_ttl: number | null;
            /** @description The weakest sign-in that may have tokens for it. */
            min_acr: ("urn:vestibule:acr:mail" | "phr" | "phrh") | null;
            /**
             * @description A resource of the environment can only be read here.
             * @enum {string}
             */
            source: "environment" | "database";
            /** @description Why no tokens are issued for it: what the configuration of the server no longer allows. */
            faults: {
                member: string;
                fault: string;
            }[];
            created_at: string | null;
            /** @description The ETag without quotes. */
            version: number | null;
        };
        NewResource: {
            /** @description Its identifier, which is the audience of its tokens. */
            resource: string;
            name?: string;
            scopes?: string[];
            /** @description Some of the scopes: what a request without a scope gets. */
            default_scopes?: string[];
            /**
             * @description Which clients that nobody here configured may have tokens for it.
             * @enum {string}
             */
            dynamic_clients?: "none" | "listed" | "any";
            /**
             * @description Whether its tokens name the organization.
             * @enum {string}
             */
            organization?: "required" | "optional" | "none";
            /** @description Seconds; null for that of the client. */
            token_ttl?: number | null;
            /** @description The weakest sign-in that may have tokens for it. */
            min_acr?: ("urn:vestibule:acr:mail" | "phr" | "phrh") | null;
        };
        /** @description Absent members stay as they are; null restores the default. */
        ResourceChange: {
            name?: string | null;
            scopes?: string[] | null;
            default_scopes?: string[] | null;
            dynamic_clients?: ("none" | "listed" | "any") | null;
            organization?: ("required" | "optional" | "none") | null;
            /** @description Seconds; null for that of the client. */
            token_ttl?: number | null;
            /** @description The weakest sign-in that may have tokens for it. */
            min_acr?: ("urn:vestibule:acr:mail" | "phr" | "phrh") | null;
        };
        /** @description A client that registered itself (RFC 7591). */
        RegisteredClient: {
            /** @description Opaque and stable; never reused. */
            client_id: string;
            /** @description Seconds since 1970. */
            client_id_issued_at: number;
            client_name?: string;
            redirect_uris: string[];
            scope: string;
            grant_types: string[];
            response_types: string[];
            token_endpoint_auth_method: string;
            /** @enum {string} */
            application_type: "native" | "web";
            client_uri?: string;
            contacts?: string[];
            software_id?: string;
            software_version?: string;
            /** @description The id of the token that it registered with, if any. */
            initial_access_token: string | null;
            /** @description Where it registered from. */
            network: string;
            /**
             * @description `own`: people are not asked for consent. `listed`: the operator vouches for it.
             * @enum {string}
             */
            trust: "own" | "listed" | "unknown";
            /** @description An operator marked it as trusted. */
            listed: boolean;
            disabled: boolean;
            /** @description To the day, when it last had a grant. */
            used_at: string | null;
        };
        RegisteredClientChange: {
            disabled?: boolean;
            listed?: boolean;
        };
        InitialAccessToken: {
            /** @description Opaque and stable; never reused. */
            id: string;
            name: string;
            /** @description Default: authorization_code and refresh_token. */
            grant_types: ("authorization_code" | "refresh_token" | "client_credentials")[];
            /** @description The limit of what a client may request. Null: what is open to every client that registers itself. */
            scope: string | null;
            /** @description The hosts of redirect URIs, compared exactly. Null: any, and applications on people’s own machines. */
            redirect_hosts: string[] | null;
            /** @description How many clients of the token there may be at a time. */
            max_clients: number | null;
            /** @description People are not asked for consent. */
            first_party: boolean;
            /** @description Clients with a secret or keys may leave out PKCE. */
            pkce_optional: boolean;
            /** @description How many clients may still register with it. Null: any number. */
            uses_left: number | null;
            used_at: string | null;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            expires_at: string;
            revoked_at: string | null;
            /** @description Only in the answer that creates it. */
            token?: string;
        };
        NewInitialAccessToken: {
            name: string;
            /** @description Default: any number. */
            uses?: number | null;
            /** @description Seconds, at most a year. */
            expires_in: number;
            /** @description Default: authorization_code and refresh_token. */
            grant_types?: ("authorization_code" | "refresh_token" | "client_credentials")[];
            /** @description The limit of what a client may request. Null: what is open to every client that registers itself. */
            scope?: string | null;
            /** @description The hosts of redirect URIs, compared exactly. Null: any, and applications on people’s own machines. */
            redirect_hosts?: string[] | null;
            /** @description How many clients of the token there may be at a time. */
            max_clients?: number | null;
            /** @description People are not asked for consent. */
            first_party?: boolean;
            /** @description Clients with a secret or keys may leave out PKCE. */
            pkce_optional?: boolean;
        };
        /** @description A decision about clients that nobody configured. */
        ClientRule: {
            /** @description A host, or the URL of one metadata document. */
            pattern: string;
            /** @enum {string} */
            kind: "host" | "url" | "registered";
            /**
             * @description `listed`: you vouch for it. `blocked`: it can do nothing, and its tokens stop working.
             * @enum {string}
             */
            verdict: "listed" | "blocked";
            note: string;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            created_at: string;
        };
        ClientRuleInput: {
            pattern: string;
            /**
             * @description `listed`: you vouch for it. `blocked`: it can do nothing, and its tokens stop working.
             * @enum {string}
             */
            verdict: "listed" | "blocked";
            note?: string;
        };
        /** @description A client that brings its metadata by URL, as it was seen here. */
        ClientDocument: {
            /** @description The URL of its metadata document. */
            client_id: string;
            client_name: string;
            verdict: ("listed" | "blocked") | null;
            /** @description How often people have allowed it. */
            approvals: number;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            fetched_at: string;
        };
        MailDelivery: {
            /** @description Opaque and stable; never reused. */
            id: string;
            /** @enum {string} */
            kind: "sign-in-code" | "sign-up-refused" | "address-code" | "address-taken" | "address-reserved" | "invitation" | "domain-code" | "domain-news" | "join-request" | "join-approved" | "join-declined" | "sign-up-invitation" | "impersonation-asked" | "sign-in-request" | "test" | "notice";
            /** @description Shortened: `a…@example.com`. */
            address: string;
            /**
             * @description `deferred`: it is tried again. `suppressed`: the mail server refused the address before.
             * @enum {string}
             */
            outcome: "sent" | "deferred" | "refused" | "suppressed" | "expired";
            attempts: number;
            /**
             * Format: date-time
             * @description Of the last attempt.
             */
            at: string;
            /** @description What the mail server answered (RFC 5321). */
            reply_code: number | null;
            /** @description The beginning of it, without addresses. */
            reply_text: string | null;
            /** @description The Message-ID (RFC 5322). */
            message_id: string;
        };
        MailSuppression: {
            /** @description Opaque and stable; never reused. */
            id: string;
            /** @description Shortened: `a…@example.com`. */
            address: string;
            /** @description In a row. Codes are sent until there are three. */
            refusals: number;
            reply: string;
            /**
             * Format: date-time
             * @description Of the last refusal.
             */
            at: string;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            expires_at: string;
        };
        TestMail: {
            /**
             * Format: email
             * @description A verified address of an operator.
             */
            address: string;
        };
        WebhookEndpoint: {
            /** @description Opaque and stable; never reused. */
            id: string;
            name: string;
            url: string;
            /** @description Actions of the audit log, and prefixes such as `member.*`. Empty: every action. */
            actions: string[];
            disabled: boolean;
            /**
             * @description The endpoint of WEBHOOK_URL can only be read.
             * @enum {string}
             */
            source: "environment" | "database";
            /** @description Only in the answer that creates the endpoint. */
            secret?: string;
            secret_created_at: string | null;
            /** @description Until then, requests are signed with the previous secret too. */
            previous_secret_until: string | null;
            created_at: string | null;
            updated_at: string | null;
        };
        NewWebhookEndpoint: {
            url: string;
            /** @description Default: the host of the URL. */
            name?: string;
            /** @description Actions of the audit log, and prefixes such as `member.*`. Empty: every action. */
            actions?: string[];
            disabled?: boolean;
        };
        WebhookEndpointChange: {
            url?: string;
            name?: string;
            /** @description Actions of the audit log, and prefixes such as `member.*`. Empty: every action. */
            actions?: string[];
            disabled?: boolean;
        };
        WebhookSecret: {
            /** @description Shown once: whsec_ and its bytes in base64 (Standard Webhooks). */
            secret: string;
        };
        WebhookDelivery: {
            /** @description The `webhook-id` of the requests. */
            event: string;
            /**
             * @description `failed`: not accepted for three days.
             * @enum {string}
             */
            state: "waiting" | "delivered" | "failed";
            attempts: number;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            queued_at: string;
            /** @description When it is tried again. */
            due_at: string | null;
            type: string | null;
            last_attempt: {
                /**
                 * Format: date-time
                 * @description RFC 3339, in UTC.
                 */
                at: string;
                /** @description null: there was no answer. */
                status: number | null;
                duration_ms: number;
                /** @description Its first kilobyte, or why there was none. */
                answer: string;
            } | null;
        };
        WebhookDeliveryDetails: {
            /** @description The `webhook-id` of the requests. */
            event: string;
            /**
             * @description `failed`: not accepted for three days.
             * @enum {string}
             */
            state: "waiting" | "delivered" | "failed";
            attempts: number;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            queued_at: string;
            /** @description When it is tried again. */
            due_at: string | null;
            /** @description The body; null where AUDIT_RETENTION has passed. */
            payload: string | null;
            /** @description Five at most, newest first. */
            last_attempts: {
                /**
                 * Format: date-time
                 * @description RFC 3339, in UTC.
                 */
                at: string;
                /** @description null: there was no answer. */
                status: number | null;
                duration_ms: number;
                /** @description Its first kilobyte, or why there was none. */
                answer: string;
            }[];
        };
        /** @description Either `from`, or `failed`. */
        WebhookReplay: {
            /** @description The first event (`webhook-id`), or a time (RFC 3339). */
            from?: string;
            /** @description The last event, or a time. */
            to?: string;
            /**
             * @description Instead of a range: everything that failed.
             * @constant
             */
            failed?: true;
        } & (unknown | unknown);
        WebhookReplayed: {
            /** @description How many are sent again: 1,000 at most. */
            count: number;
            /** @description The event to go on with, where there are more. */
            next: string | null;
        };
        WebhookTest: {
            /** @description Opaque and stable; never reused. */
            event: string;
            accepted: boolean;
        };
        ThemeSummary: {
            /** @enum {string} */
            scope: "instance" | "client" | "organization";
            /** @description Opaque and stable; never reused. */
            id: string;
            owner_name: string;
            version: number;
            has_draft: boolean;
            held_name: string | null;
        };
        Theme: {
            /** @enum {string} */
            scope: "instance" | "client" | "organization";
            /** @description Of the client or organization; `default` for the instance. */
            id: string;
            owner_name: string;
            /** @description Of what is published; 0 if nothing is. */
            version: number;
            /** @description Counts every change. */
            revision: number;
            has_draft: boolean;
            /** @description A product name that an operator has to allow first. */
            held_name: string | null;
            /** @description Without a draft, what is published. */
            draft: {
                name: string | null;
                accent: string | null;
                accent_dark: string | null;
                paper: string | null;
                paper_dark: string | null;
                ground: string | null;
                ground_dark: string | null;
                radius: number | null;
                logo: {
                    url: string;
                    type: string;
                    width: number;
                    height: number;
                } | null;
                logo_dark: {
                    url: string;
                    type: string;
                    width: number;
                    height: number;
                } | null;
                icon: {
                    url: string;
                    type: string;
                    width: number;
                    height: number;
                } | null;
                help_url: string | null;
                privacy_url: string | null;
                terms_url: string | null;
                /** @description By language. */
                texts: {
                    [key: string]: {
                        sign_in_title?: string;
                        sign_in_intro?: string;
                        sign_up_title?: string;
                        code_title?: string;
                        code_intro?: string;
                        terms_title?: string;
                        terms_intro?: string;
                        profile_title?: string;
                        profile_intro?: string;
                        organization_title?: string;
                        organization_intro?: string;
                        footer?: string;
                    };
                };
            };
            /** @description null where a value is inherited. */
            published: {
                name: string | null;
                accent: string | null;
                accent_dark: string | null;
                paper: string | null;
                paper_dark: string | null;
                ground: string | null;
                ground_dark: string | null;
                radius: number | null;
                logo: {
                    url: string;
                    type: string;
                    width: number;
                    height: number;
                } | null;
                logo_dark: {
                    url: string;
                    type: string;
                    width: number;
                    height: number;
                } | null;
                icon: {
                    url: string;
                    type: string;
                    width: number;
                    height: number;
                } | null;
                help_url: string | null;
                privacy_url: string | null;
                terms_url: string | null;
                /** @description By language. */
                texts: {
                    [key: string]: {
                        sign_in_title?: string;
                        sign_in_intro?: string;
                        sign_up_title?: string;
                        code_title?: string;
                        code_intro?: string;
                        terms_title?: string;
                        terms_intro?: string;
                        profile_title?: string;
                        profile_intro?: string;
                        organization_title?: string;
                        organization_intro?: string;
                        footer?: string;
                    };
                };
            };
            /** @description The last ten, the newest first. */
            versions: {
                version: number;
                /**
                 * Format: date-time
                 * @description RFC 3339, in UTC.
                 */
                published_at: string;
            }[];
        };
        ThemeValuesChange: {
            /** @description The product name, at most 40 characters. */
            name?: string | null;
            accent?: string | null;
            accent_dark?: string | null;
            paper?: string | null;
            paper_dark?: string | null;
            ground?: string | null;
            ground_dark?: string | null;
            /** @description Of corners, 0 to 16 pixels. */
            radius?: number | null;
            help_url?: string | null;
            privacy_url?: string | null;
            terms_url?: string | null;
        };
        /** @description What is absent or empty is inherited. */
        NewThemeTexts: {
            sign_in_title?: string;
            sign_in_intro?: string;
            sign_up_title?: string;
            code_title?: string;
            code_intro?: string;
            terms_title?: string;
            terms_intro?: string;
            profile_title?: string;
            profile_intro?: string;
            organization_title?: string;
            organization_intro?: string;
            footer?: string;
        };
        NewThemeImage: {
            /**
             * Format: base64
             * @description A PNG, JPEG or WebP image in base64.
             */
            data: string;
        };
        ThemePublication: {
            /** @description 412 if the theme has changed since this revision. */
            revision?: number;
        };
        ThemeRestoration: {
            version: number;
            revision?: number;
        };
        ThemeNameDecision: {
            /** @description The name that was read. */
            name: string;
            allowed: boolean;
        };
        SigningKey: {
            kid: string;
            alg: string;
            /** @enum {string} */
            state: "current" | "next" | "retired";
            /**
             * Format: date-time
             * @description Since when it signs; of a next key, since when it is published.
             */
            since: string;
            /** @description When the current key is replaced by itself. */
            rotates_at: string | null;
        };
        KeyRotation: {
            /** @description Rotate although clients may not know the next key yet. Only after a key has leaked. */
            force?: boolean;
        };
        RotatedKeys: {
            kids: string[];
        };
        TermsVersion: {
            version: string;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            first_shown_at: string;
            /** @description The version that people accept now. */
            current: boolean;
        };
        AuditEvent: {
            /** @description Opaque and stable; never reused. */
            id: string;
            /**
             * Format: date-time
             * @description RFC 3339, in UTC.
             */
            at: string;
            action: string;
            actor: {
                kind: string;
                id: string | null;
            };
            organization: string | null;
            target: {
                kind: string;
                id: string | null;
            } | null;
            network: string | null;
            /** @enum {string} */
            result: "ok" | "refused";
            detail: {
                [key: string]: unknown;
            } | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listUsers: {
        parameters: {
            query?: {
                /** @description Exact email address. */
                email?: string;
                /** @description Start of an email address, its domain, a given name, a family name or a full name. Searches the first 1,000 matches of each. */
                query?: string;
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["User"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource has changed since the ETag in If-Match was read: changed_meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    mergeUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserMerge"];
            };
        };
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPasskeys: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Passkey"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Session"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user: string;
                session: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkSignIn: {
        parameters: {
            query: {
                address: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInCheck"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    liftSignInLimits: {
        parameters: {
            query: {
                address: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listGrants: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Grant"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeGrants: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                user: string;
                client: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrganizations: {
        parameters: {
            query?: {
                /** @description Start of a name or slug. */
                query?: string;
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organization"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrganization"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteOrganization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource has changed since the ETag in If-Match was read: changed_meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /** @description Part of a name or an email address. */
                query?: string;
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Member"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                user: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Roles"];
            };
        };
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Team"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTeam"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                team: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                organization: string;
                team: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamChange"];
            };
        };
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource has changed since the ETag in If-Match was read: changed_meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                team: string;
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeTeamMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                team: string;
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invitation"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvitation"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resendInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
                invitation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                invitation: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listJoinRequests: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["JoinRequest"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    approveJoinRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    declineJoinRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listDomains: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Domain"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDomain"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkDomain: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                domain: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DomainChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Domain"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                domain: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listConnectedApplications: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConnectedApplication"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endConnectedApplications: {
        parameters: {
            query: {
                /** @description The application. */
                client_id: string;
            };
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    endConnectedApplication: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                connection: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getApplicationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationPolicy"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateApplicationPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApplicationPolicyChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationPolicy"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    putApplicationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                application: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApplicationRule"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationRule"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteApplicationRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                application: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrganizationTerms: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrganizationTermsVersion"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishOrganizationTerms: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOrganizationTerms"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationTermsVersion"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource has changed since the ETag in If-Match was read: changed_meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    withdrawOrganizationTerms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getOrganizationTerms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                organization: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationTerms"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOrganizationTermsAcceptances: {
        parameters: {
            query?: {
                /** @description Part of a name or an email address. */
                query?: string;
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                organization: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OrganizationTermsAcceptance"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description Part of an id or name. */
                query?: string;
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Client"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewClient"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                client: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource has changed since the ETag in If-Match was read: changed_meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                client: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateClientSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                client: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientSecret"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    dropClientSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client: string;
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listResources: {
        parameters: {
            query?: {
                /** @description Part of an identifier or name. */
                query?: string;
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Resource"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createResource: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewResource"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resource"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getResource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resource: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resource"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteResource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resource: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateResource: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                resource: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResourceChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Resource"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource has changed since the ETag in If-Match was read: changed_meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listRegisteredClients: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RegisteredClient"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getRegisteredClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredClient"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteRegisteredClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateRegisteredClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                client: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisteredClientChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RegisteredClient"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource has changed since the ETag in If-Match was read: changed_meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listInitialAccessTokens: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InitialAccessToken"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createInitialAccessToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInitialAccessToken"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitialAccessToken"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getInitialAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InitialAccessToken"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    revokeInitialAccessToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listClientRules: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ClientRule"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    setClientRule: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientRuleInput"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientRule"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeClientRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                pattern: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listClientDocuments: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ClientDocument"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMailDeliveries: {
        parameters: {
            query?: {
                /** @description Only those with this outcome. */
                outcome?: "sent" | "deferred" | "refused" | "suppressed" | "expired";
                /** @description Only those of this kind. */
                kind?: "sign-in-code" | "sign-up-refused" | "address-code" | "address-taken" | "address-reserved" | "invitation" | "domain-code" | "domain-news" | "join-request" | "join-approved" | "join-declined" | "sign-up-invitation" | "impersonation-asked" | "sign-in-request" | "test" | "notice";
                /** @description Only those to exactly this address. */
                address?: string;
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MailDelivery"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMailSuppressions: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MailSuppression"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    liftMailSuppression: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                suppression: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sendTestMail: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestMail"];
            };
        };
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEndpoint"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhookEndpoint"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                endpoint: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource has changed since the ETag in If-Match was read: changed_meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                endpoint: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecret"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Only those in this state. */
                state?: "waiting" | "delivered" | "failed";
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                endpoint: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint: string;
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetails"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                endpoint: string;
                event: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replayWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                endpoint: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplayed"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                endpoint: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listThemes: {
        parameters: {
            query?: {
                /** @description organization is the default. */
                scope?: "organization" | "client";
                /** @description true for those alone whose product name waits for an answer. */
                held?: string;
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ThemeSummary"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getTheme: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scope: string;
                theme: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Theme"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateThemeDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag that was read. 412 if the resource has changed since. */
                "If-Match"?: string;
            };
            path: {
                scope: string;
                theme: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThemeValuesChange"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Theme"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource has changed since the ETag in If-Match was read: changed_meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    discardThemeDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scope: string;
                theme: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceThemeTexts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scope: string;
                theme: string;
                language: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewThemeTexts"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Theme"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceThemeImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scope: string;
                theme: string;
                image: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewThemeImage"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Theme"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    removeThemeImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scope: string;
                theme: string;
                image: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishTheme: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                scope: string;
                theme: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThemePublication"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Theme"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource has changed since the ETag in If-Match was read: changed_meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreThemeVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                scope: string;
                theme: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThemeRestoration"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Theme"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource has changed since the ETag in If-Match was read: changed_meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decideThemeName: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                scope: string;
                theme: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThemeNameDecision"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Theme"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The resource has changed since the ETag in If-Match was read: changed_meanwhile */
            412: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSigningKeys: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SigningKey"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateSigningKeys: {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, the same key and body return the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedKeys"];
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The change conflicts with another or would break a rule: last_owner, taken, read_only, deleted, no_secret, two_secrets, last_secret, idempotency_key_in_use */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is larger than 64 KiB (384 KiB for an image): invalid_request */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body is not application/json: invalid_request */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The body or one of its fields is not valid: invalid_body and the codes of fields, idempotency_key_reused */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listTermsVersions: {
        parameters: {
            query?: {
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TermsVersion"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description Only events of this organization (id or slug). */
                organization?: string;
                /** @description Page size, 1 to 100 (default 50). */
                limit?: number;
                /** @description next_cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEvent"][];
                        next_cursor: string | null;
                    };
                };
            };
            /** @description The query, a header or the JSON is malformed: invalid_request, invalid_json */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description No valid access token for this API: invalid_token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The token lacks the scope, or the client is not allowed to do this: insufficient_scope, forbidden */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Not found, or not visible to this client: not_found, not_a_member */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description Too many requests. Retry-After says when to try again: too_many_requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A server error, logged under the reference in detail: server_error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The database cannot be reached. Retry-After says when to try again: unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}

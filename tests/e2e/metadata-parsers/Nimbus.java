import com.nimbusds.oauth2.sdk.as.AuthorizationServerMetadata;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.openid.connect.sdk.op.OIDCProviderMetadata;
import com.nimbusds.openid.connect.sdk.rp.OIDCClientMetadata;
import com.nimbusds.openid.connect.sdk.rp.OIDCClientRegistrationRequest;
import com.nimbusds.openid.connect.sdk.rp.OIDCClientRegistrationResponseParser;
import java.net.URI;

/** Reads both documents of the issuer, and registers a client. Each member is parsed, and the first that is not valid ends it. */
class Nimbus {
  public static void main(String[] arguments) throws Exception {
    var issuer = new Issuer(arguments[0]);
    var provider = OIDCProviderMetadata.resolve(issuer);
    var server = AuthorizationServerMetadata.resolve(issuer);
    if (!server.getIssuer().equals(provider.getIssuer())) throw new Exception("two issuers");

    var client = new OIDCClientMetadata();
    client.setRedirectionURI(URI.create("https://agent.example.test/callback"));
    var request = new OIDCClientRegistrationRequest(provider.getRegistrationEndpointURI(), client, null);
    var response = OIDCClientRegistrationResponseParser.parse(request.toHTTPRequest().send());
    if (!response.indicatesSuccess()) throw new Exception(response.toErrorResponse().getErrorObject().toString());
    System.out.println(provider.getPromptTypes());
  }
}

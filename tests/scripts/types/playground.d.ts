// What is written in front of the scripts of the playground when a site is built.

/** The markup of the dialog. */
declare const FRAME: string;
/** The address of the site's proxy, or "". */
declare const SITE_PROXY: string;
/** Whether pages answer requests themselves, with the examples of the document. */
declare const SIMULATE: boolean;
/** Which nested fields begin open. */
declare const EXPANDED: "all" | "topLevel" | "topLevelOneOfs" | "none";
/** Whether readers may send requests to an address of their own. */
declare const OWN_BASE: boolean;

/** The words of a site in its language; each `{}` is a gap. A name that the site lacks stops its build. */
declare const TEXTS: Record<PlainText, string> & Record<TextsByKey, Record<string, string>>;
type PlainText =
  | "required" | "unset" | "absent" | "empty" | "changeBlank" | "variants" | "partHeaders" | "clear" |
   "clearBody" | "fillExample" | "variant" | "option" | "value" | "key" | "item" | "add" | "addKey" |
   "remove" | "fields" | "moreFields" | "filled" | "server" | "requestBody" | "mediaType" | "example" |
   "exampleNumber" | "form" | "noInputs" | "noCookies" | "authorization" | "scheme" | "none" | "token" |
   "username" | "password" | "reveal" | "keeping" | "signedIn" | "notSignedIn" | "forget" |
   "otherScheme" | "sentTo" | "sentByProxy" | "signIn" | "flow" | "scopes" | "getToken" | "discover" | "plainHttp" | "tokenFrom" |
   "waiting" | "device" | "gotToken" | "noToken" | "toCredentials" | "send" | "sending" | "toCorrect" |
   "notSent" | "noBodySent" | "copy" | "options" | "extraName" | "extraValue" | "anyType" |
   "timeout" | "seconds" | "noLimit" | "ownBase" | "ownBaseUrl" | "linked" | "simulated" | "isSimulated" | "noSimulation" | "notNeeded" | "exampleOnly" | "throughProxy" | "notLoaded" | "copied" | "notCopied" |
   "copyCurl" | "pasteCurl" | "fillForm" | "close" | "noCurl" | "pasted" | "pastedOptions" | "pastedLeft" | "retry" | "tooLong" | "leftOut" | "repeatedKeys" | "repeatedKey" | "response" |
   "exampleAnswer" | "noAnswer" | "body" | "headers" | "exposed" | "noBody" | "binary" | "raw" |
   "reading" | "search" | "searchIn" | "previous" | "next" | "checkNow" | "redirected" | "orProxy" |
   "copyHeaders" | "openAddress" | "history" | "noHistory" | "compare" | "changedLines" | "noChange" |
   "sendAgain" | "show" | "back" | "more" | "download" | "stop" | "stopped" | "fits" | "fitsSoFar" |
   "oneDifference" | "differences" | "undocumented";
type TextsByKey = "places" | "flows" | "client" | "rules" | "failures" | "extras" | "addExtra" | "keepFor";

type Pair = [name: string, value: string];

/** What a page says of a parameter; the rest of the data of a page has the shape of the document. */
interface Parameter {
  name: string;
  in: string;
  /** Of its content, where it has one. */
  type?: string;
  style?: string;
  explode?: boolean;
  reserved?: boolean;
  required?: boolean;
  deprecated?: boolean;
  schema?: any;
  /** Whether the sample stands in the document. */
  given?: boolean;
  sample?: any;
  /** Whether it may be sent without a value. */
  empty?: boolean;
  placeholder?: string;
  /** Of the element that describes it. */
  id?: string;
}

interface FormPart {
  name: string;
  text?: string;
  file?: string;
  type?: string;
  blob?: File;
  headers?: Pair[];
}

type RequestBody =
  | { kind: "json"; type: string; value: any; raw?: string }
  | { kind: "form"; type: string; fields: Pair[] }
  | { kind: "multipart"; type: string; parts: FormPart[] }
  | { kind: "file"; type: string; file: string; blob?: File }
  | { kind: "text"; type: string; text: string };

/** A request before it is sent or shown in a language. */
interface BuiltRequest {
  method: string;
  url: string;
  headers: Pair[];
  cookies: Pair[];
  basic: { username: string; password: string; scheme?: string } | null;
  body: RequestBody | null;
}

/** What is wrong with a value, and where in it. */
interface Problem {
  path: (string | number)[];
  rule: string;
  limit?: any;
}

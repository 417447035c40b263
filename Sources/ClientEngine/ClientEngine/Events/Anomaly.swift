/// A violation of a rule of HTTP or TLS that does not end the exchange.
///
/// New cases may be added in any release: switch with a default.
public enum Anomaly: String, Sendable, Hashable, CaseIterable {
    /// The body ends where the connection ends, and TLS did not say that this was meant (RFC 8446, section 6.1).
    case closeWithoutNotify
    /// Only the end of the connection ends the body, so it cannot be known whether it is complete (RFC 9112, section 8).
    case endedByClose
    /// The same `Content-Length` is repeated (RFC 9112, section 6.3).
    case repeatedLength
    /// There are both chunks and a `Content-Length`; the client uses the chunks (RFC 9112, section 6.1).
    case lengthAndChunks
    /// Bytes follow the body that belong to no response.
    case extraBytes
    /// A body arrived that is not allowed: after 204, 304, or for HEAD.
    case ignoredBody
    /// Lines of the head end with a line feed alone.
    case bareLineFeed
    /// A line of the head contains a carriage return.
    case bareCarriageReturn
    /// A field continues in a second line (RFC 9112, section 5.2).
    case foldedField
    /// There is white space between a field's name and its colon (RFC 9112, section 5.1).
    case spaceBeforeColon
    /// A field has no name.
    case emptyFieldName
    /// The name of a field contains a character that is not allowed (RFC 9110, section 5.1).
    case oddFieldName
    /// The chunks of the body are not written as they should be: sizes, line ends, or in HTTP/1.0 (RFC 9112, section 7.1).
    case oddChunks
    /// The status line names a version that HTTP/1 does not have.
    case unusualVersion
    /// A field that may appear once is repeated; the client uses the first.
    case repeatedField
    /// Trailers hold fields that are not allowed there; they are shown and not acted on (RFC 9110, section 6.5.1).
    case forbiddenTrailer
    /// The content coding is not known, so the body is shown as it arrived.
    case unknownCoding
    /// Bytes follow the end of the compressed data; the decoded body does not contain them.
    case bytesBehindCoding
    /// A redirect of a server at a public address led to this machine or into a private network.
    case inwardRedirect
    /// More cookies were kept for the URL than may go out with a request (32 KiB).
    case cookiesLeftOut
    /// The answer was complete before the request's body was sent whole; the rest was not sent (RFC 9113, section 8.1).
    case unsentBody
    /// Events of an attached program were dropped, because they arrived faster than they could be read.
    case leftOut

    /// Indicates whether two readers could disagree on where the response ends, so that the connection is not used
    /// again.
    var makesFramingDoubtful: Bool {
        switch self {
        case .repeatedLength, .lengthAndChunks, .extraBytes, .ignoredBody, .bareCarriageReturn,
            .spaceBeforeColon, .emptyFieldName, .oddFieldName, .oddChunks:
            true
        case .closeWithoutNotify, .endedByClose, .bareLineFeed, .foldedField, .unusualVersion, .repeatedField,
            .forbiddenTrailer, .unknownCoding, .bytesBehindCoding, .inwardRedirect, .cookiesLeftOut,
            .unsentBody, .leftOut:
            false
        }
    }
}

extension Anomaly: CustomStringConvertible {
    /// One sentence that describes the anomaly.
    public var description: String {
        switch self {
        case .closeWithoutNotify:
            "the connection ended without TLS's close_notify: the body may have been cut off on the way"
        case .endedByClose: "only the end of the connection ended the body: it may not be whole"
        case .repeatedLength: "Content-Length stands there more than once"
        case .lengthAndChunks: "both chunks and a Content-Length: the length was ignored"
        case .extraBytes: "bytes behind the end of the response were thrown away"
        case .ignoredBody: "a body came where none may be, and was thrown away"
        case .bareLineFeed: "lines of the head end with a line feed alone"
        case .bareCarriageReturn: "a carriage return stands inside of a header line"
        case .foldedField: "a header field goes on in a second line"
        case .spaceBeforeColon: "white space stands between a header's name and its colon"
        case .emptyFieldName: "a header field has no name"
        case .oddFieldName: "the name of a header field holds what no name may"
        case .oddChunks: "the chunks of the body are not written as they should be"
        case .unusualVersion: "the status line names a version that HTTP/1 does not have"
        case .repeatedField: "a header field that may stand there once is repeated: the first is used"
        case .forbiddenTrailer: "trailers hold fields that are not allowed there: they were not acted on"
        case .unknownCoding: "the content coding is not known: the body is shown as it arrived"
        case .bytesBehindCoding: "bytes follow the end of the compressed data: they are left out"
        case .inwardRedirect: "a redirect led from a public address to a private one"
        case .unsentBody: "the answer was complete before the request's body was sent: the rest was not sent"
        case .leftOut: "events of it were left out, as they came faster than they were read: not all is shown"
        case .cookiesLeftOut: "not all cookies went out: together they are too large"
        }
    }
}

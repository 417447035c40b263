/// A violation of HTTP or TLS that does not end the exchange.
///
/// New cases may be added in any release, so use a default case.
public enum Anomaly: String, Sendable, Hashable, CaseIterable {
    /// The connection ended the body, without a TLS message that announces the end (RFC 8446, section 6.1).
    case closeWithoutNotify
    /// Only the end of the connection ended the body, so it is unknown whether it is complete (RFC 9112, section 8).
    case endedByClose
    /// The same `Content-Length` occurs more than once (RFC 9112, section 6.3).
    case repeatedLength
    /// The response has both chunks and a `Content-Length`.
    ///
    /// The client uses the chunks (RFC 9112, section 6.1).
    case lengthAndChunks
    /// The body is followed by bytes that belong to no response.
    case extraBytes
    /// The response has a body where none is allowed: with 204, with 304, or after HEAD.
    case ignoredBody
    /// Lines of the head end with only a line feed.
    case bareLineFeed
    /// A line of the head contains a carriage return.
    case bareCarriageReturn
    /// A field continues on a second line (RFC 9112, section 5.2).
    case foldedField
    /// A field has white space between its name and the colon (RFC 9112, section 5.1).
    case spaceBeforeColon
    /// A field has no name.
    case emptyFieldName
    /// The name of a field contains a forbidden character (RFC 9110, section 5.1).
    case oddFieldName
    /// The chunks of the body are invalid: in their sizes or line ends, or because the response is HTTP/1.0 (RFC 9112,
    /// section 7.1).
    case oddChunks
    /// The status line contains a version that does not exist in HTTP/1.
    case unusualVersion
    /// A field that may occur only once is repeated.
    ///
    /// The client uses the first one.
    case repeatedField
    /// The trailers contain fields that are forbidden there.
    ///
    /// They are shown, but have no effect (RFC 9110, section 6.5.1).
    case forbiddenTrailer
    /// The content coding is unknown.
    ///
    /// The body is shown as received.
    case unknownCoding
    /// The compressed data is followed by other bytes, which the decoded body does not contain.
    case bytesBehindCoding
    /// A redirect from a server at a public address led to this machine or a private network.
    case inwardRedirect
    /// The storage contains more cookies for the URL than a request may contain (32 KiB).
    case cookiesLeftOut
    /// The response was complete before the whole body of the request was sent.
    ///
    /// The rest was not sent (RFC 9113, section 8.1).
    case unsentBody
    /// Events of an attached program were dropped, because they arrived faster than they were read.
    case leftOut

    /// Indicates whether recipients may disagree on the end of the response, so that the connection is not reused.
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

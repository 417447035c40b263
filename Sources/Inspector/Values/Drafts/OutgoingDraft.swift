import ClientEngine
import EngineSupport

package struct OutgoingDraft: Equatable, Sendable {
    /// The requests, in the syntax of a request file.
    package var text: String
    /// The folder for relative file names and variables, or `nil` if the draft comes from no file.
    package var folder: String?
    /// The location of the draft in its file.
    ///
    /// The draft may refer to other requests there.
    package var origin: DraftOrigin?
    /// A mock that answers only these requests.
    package var mock: Mock? {
        get { boxedMock?.value }
        set { boxedMock = newValue.map { CopyOnWriteBox($0) } }
    }
    /// The task of a held request from another program, which is sent as the draft describes it.
    package var held: TaskID?
    /// Boxed, because it is large and few drafts have one.
    private var boxedMock: CopyOnWriteBox<Mock>?

    package init(
        text: String, folder: String? = nil, origin: DraftOrigin? = nil, mock: Mock? = nil,
        held: TaskID? = nil
    ) {
        self.text = text
        self.folder = folder
        self.origin = origin
        self.held = held
        self.mock = mock
    }
}

/// The current value of a reference.
package enum DraftValue: Equatable, Sendable {
    case text(String)
    /// The current value, which may differ for the next request, such as a captured value.
    case passing(String)
    case undefined
    /// A value that is generated for each request.
    case madeWhenSent

    /// The value if it is known before the request is sent.
    package var text: String? {
        switch self {
        case .text(let text), .passing(let text): text
        case .undefined, .madeWhenSent: nil
        }
    }
}

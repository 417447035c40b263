import ClientEngine
import EngineSupport

package struct OutgoingDraft: Equatable, Sendable {
    /// The requests, as they would stand in a file.
    package var text: String
    /// The folder that names of files and variables count from; nil where the draft comes from no file.
    package var folder: String?
    /// The place of the draft in its file, whose other requests it may refer to.
    package var origin: DraftOrigin?
    /// The mock that answers these requests alone.
    package var mock: Mock? {
        get { boxedMock?.value }
        set { boxedMock = newValue.map { CopyOnWriteBox($0) } }
    }
    /// The task of another program whose request is held, and goes out as the draft has it.
    package var held: TaskID?
    /// Behind one reference: it is large, and few drafts have one.
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

/// The present value of a reference.
package enum DraftValue: Equatable, Sendable {
    case text(String)
    /// The value of now; the next request may get another one, as of a capture.
    case passing(String)
    case undefined
    /// Every request gets another one.
    case madeWhenSent

    /// The value, as far as it is known before the request is sent.
    package var text: String? {
        switch self {
        case .text(let text), .passing(let text): text
        case .undefined, .madeWhenSent: nil
        }
    }
}

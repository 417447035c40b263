import EngineHTTP
import EngineJSON
import EngineMocks
import FoundationEssentials

extension Mock {
    /// Fills in the fields and the body of a reply, which are templates as in WireMock.
    public struct Templating: MockRendering {
        /// What templates can ask for as `parameters`.
        public var parameters: JSONObject
        /// A file whose name is a template; it takes the place of the reply's body.
        public var bodyFile: NamedFile?
        /// Indicates whether a body in memory is a template; the `base64Body` of a stub never is, as in WireMock.
        public var fillsInBody = true

        /// Creates the treatment of a reply whose fields and body are templates.
        public init(parameters: JSONObject = JSONObject()) {
            self.parameters = parameters
        }

        /// Refuses a template that cannot be filled in, also one in a body file, which is read.
        ///
        /// A file that a template names is only known when the mock answers.
        public func check(_ reply: Mock.Reply) throws(MockError) {
            for field in reply.headers { _ = try ResponseTemplate(field.value) }
            if let file = bodyFile { _ = try ResponseTemplate(file.name) }
            guard case .file = reply.body.content else {
                _ = try reply.body.bytes.flatMap { template($0, of: reply.body) }.map(ResponseTemplate.init)
                return
            }
            guard let reader = try? BodyReader(reply.body), (reader.length ?? 0) <= Self.largestFile,
                let text = (try? reader.readAll()).flatMap({ template($0, of: reply.body) })
            else { return }
            do throws(MockError) { _ = try ResponseTemplate(text) } catch {
                throw MockError("In its body file, \(error.message)")
            }
        }

        /// Fills the templates in.
        public func render(_ reply: inout Mock.Reply, for occasion: MockOccasion) throws -> [UInt8] {
            var scope = TemplateScope(
                request: occasion.request, pathParameters: occasion.pathParameters, parameters: parameters,
                now: occasion.now, random: occasion.random)
            if let bodyFile { reply.body = try bodyFile.body(in: &scope) }
            let bytes = try occasion.bytes(of: reply.body)
            var filled = Headers()
            for field in reply.headers {
                let value = try ResponseTemplate(field.value).text(in: &scope)
                filled.add(field.name, value.onOneLine)
            }
            reply.headers = filled
            guard let template = template(bytes, of: reply.body) else { return bytes }
            return Array(try ResponseTemplate(template).text(in: &scope).utf8)
        }

        private static let largestFile = 64 << 20

        /// Indicates whether a body that comes from a file is a template: unless its parameter
        /// `disableBodyFileTemplating` is true.
        private var fillsInFiles: Bool { parameters["disableBodyFileTemplating"]?.isTruthy != true }

        /// Returns the template that the bytes of a body are; `nil` if they are sent as they are.
        ///
        /// Bytes that are not UTF-8, such as pictures, are never a template.
        private func template(_ bytes: [UInt8], of body: Body) -> String? {
            let isFilledIn = if case .file = body.content { fillsInFiles } else { fillsInBody }
            return isFilledIn ? String(validating: bytes, as: UTF8.self) : nil
        }
    }

    /// A file that is named anew for each answer; equal to those of the same name, wherever they are looked for.
    public struct NamedFile: Sendable, Hashable {
        /// The template of its name.
        public var name: String
        private let location: @Sendable (String) -> String?

        /// Creates it.
        ///
        /// - Parameters:
        ///   - name: the template of its name.
        ///   - location: where the file of a name is, called on any thread; nil when there is none that may be used.
        public init(_ name: String, at location: @escaping @Sendable (String) -> String?) {
            self.name = name
            self.location = location
        }

        /// Returns whether both have the same name.
        public static func == (left: NamedFile, right: NamedFile) -> Bool { left.name == right.name }

        /// Hashes the name.
        public func hash(into hasher: inout Hasher) { hasher.combine(name) }

        func body(in scope: inout TemplateScope) throws(MockError) -> Body {
            let name = try ResponseTemplate(name).text(in: &scope)
            guard let path = location(name) else { throw MockError("there is no file “\(name)”.") }
            return .file(path: path)
        }
    }
}

extension Mock.Reply {
    /// The treatment of fields and body as templates, where that is its `rendering`; nil where there is none, or another.
    public var templating: Mock.Templating? {
        get { rendering as? Mock.Templating }
        set { rendering = newValue }
    }
}

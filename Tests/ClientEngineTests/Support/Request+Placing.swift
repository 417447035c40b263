@testable import ClientEngine

extension Request {
    /// The request as it is sent: every parameter is where it belongs, in the URL or the body.
    func placingParameters() throws(ClientError) -> Request {
        try placingParameters(
            options.placement ?? .automatic, options.parameterEncoding ?? ParameterEncoding())
    }
}
